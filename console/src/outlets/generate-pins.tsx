import { generatePins, MAX_GENERATED_PINS } from '@counterfoil/contract/admin/outlets.ts'
import { Button, Group, Radio, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, type ResponseBody } from '../api/call.ts'
import { explain } from '../api/explain.ts'
import { SentForApproval } from '../api/sent-for-approval.ts'
import { Dialog } from '../kit/dialog.tsx'
import { Loaded } from '../kit/loaded.tsx'
import { Problem } from '../kit/problem.tsx'
import { KIT_WORDS } from '../words/kit.ts'
import { OUTLET_PIN_WORDS as words } from '../words/outlet-pins.ts'
import { listAllOutlets, type Outlet } from './all-outlets.ts'
import { NewPins, type PinResult } from './new-pins.tsx'
import type { CounterCard } from './printed-cards.tsx'

/** Generates PINs for all outlets that the filter matches, not only for those on the page. */
export function GeneratePins({
  merchantId,
  q,
  close,
}: {
  merchantId: string
  q: string | undefined
  close: () => void
}) {
  const outlets = useQuery({
    queryKey: ['allOutlets', merchantId, q],
    queryFn: () => listAllOutlets(merchantId, q),
    staleTime: Number.POSITIVE_INFINITY,
    // The next time it opens, outlets have other PINs.
    gcTime: 0,
  })
  const [result, setResult] = useState<PinResult | null>(null)
  if (result) return <NewPins result={result} close={close} />
  return (
    <Dialog onClose={close} title={words.title}>
      <Loaded of={outlets}>
        {(all) => (
          <Choice
            merchantId={merchantId}
            outlets={all}
            isFiltered={Boolean(q)}
            done={setResult}
            close={close}
          />
        )}
      </Loaded>
    </Dialog>
  )
}

function Choice({
  merchantId,
  outlets,
  isFiltered,
  done,
  close,
}: {
  merchantId: string
  outlets: Outlet[]
  isFiltered: boolean
  done: (result: PinResult) => void
  close: () => void
}) {
  const missing = outlets.filter(({ hasPin }) => !hasPin)
  const [which, setWhich] = useState(missing.length > 0 ? 'missing' : 'all')
  const chosen = which === 'missing' ? missing : outlets
  const { run, progress, problem } = useGeneration(merchantId, chosen, done)
  if (outlets.length === 0) return <Text size="sm">{words.none}</Text>
  return (
    <Stack gap="md">
      <Radio.Group label={words.whichLabel} value={which} onChange={setWhich}>
        <Stack gap="xs" mt="xs">
          <Radio value="missing" label={words.missing(missing.length)} disabled={missing.length === 0} />
          <Radio value="all" label={(isFiltered ? words.filtered : words.all)(outlets.length)} />
        </Stack>
      </Radio.Group>
      <Text size="sm">{words.consequence(chosen.length, chosen.filter(({ hasPin }) => hasPin).length)}</Text>
      <Problem text={problem} />
      {progress !== null && (
        <Text size="sm" role="status">
          {words.progress(progress, chosen.length)}
        </Text>
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={close} disabled={progress !== null}>
          {KIT_WORDS.cancel}
        </Button>
        <Button loading={progress !== null} onClick={() => void run()}>
          {words.action(chosen.length)}
        </Button>
      </Group>
    </Stack>
  )
}

/** The PINs of a request for approval are only in its response. */
function pinsOfRequest(error: unknown) {
  if (!(error instanceof SentForApproval)) throw error
  return { ...(error.body as ResponseBody<typeof generatePins>), isSent: true }
}

/** Sends batches, since the service takes a limited number at once. PINs are shown even if a later batch fails. */
function useGeneration(merchantId: string, chosen: Outlet[], done: (result: PinResult) => void) {
  const queries = useQueryClient()
  const [progress, setProgress] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const run = async () => {
    setProgress(0)
    setProblem(null)
    const cards: CounterCard[] = []
    let failure: string | null = null
    let waits = false
    for (let from = 0; from < chosen.length && failure === null; from += MAX_GENERATED_PINS) {
      const batch = chosen.slice(from, from + MAX_GENERATED_PINS)
      try {
        const body = { outletIds: batch.map(({ id }) => id) }
        const { items, isSent } = await call(generatePins, { params: { id: merchantId }, body }).then(
          (made) => ({ ...made, isSent: false }),
          pinsOfRequest,
        )
        waits ||= isSent
        cards.push(
          ...items.map(({ name, pin }, place) => ({
            name,
            pin,
            addressLine: batch[place]?.addressLine ?? '',
          })),
        )
        setProgress(cards.length)
      } catch (error) {
        failure = explain(error)
      }
    }
    setProgress(null)
    if (cards.length === 0) return setProblem(failure)
    done({ cards, missing: chosen.length - cards.length, failure, waits })
    await queries.invalidateQueries()
  }
  return { run, progress, problem }
}
