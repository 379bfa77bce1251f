import { checkToken } from '@counterfoil/contract/admin/partner-checks.ts'
import { Alert, Button, Code, Stack, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { call, type ResponseBody } from '../api/call.ts'
import { Reasons } from '../facts/lazy-reasons.tsx'
import { StatusDot } from '../kit/status-dot.tsx'
import { useAction } from '../kit/use-action.ts'
import { type Column, DataTable } from '../list/data-table.tsx'
import { TOKEN_CHECK_WORDS, PARTNER_KEY_WORDS as words } from '../words/partner-keys.ts'

type Result = ResponseBody<typeof checkToken>
type Check = Result['checks'][number]

/** Paste a token: which check it fails, and why. */
export function TokenCheck({ partnerId }: { partnerId: string }) {
  const [token, setToken] = useState('')
  const check = useAction(() =>
    call(checkToken, { params: { id: partnerId }, body: { token: token.trim() } }),
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (token.trim() !== '') check.mutate(undefined)
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="xs" align="flex-start">
        <Textarea
          w="100%"
          label={words.pasteLabel}
          description={words.pasteText}
          placeholder={words.pastePlaceholder}
          autosize
          minRows={2}
          maxRows={8}
          spellCheck={false}
          value={token}
          onChange={(event) => {
            setToken(event.currentTarget.value)
            check.reset()
          }}
        />
        <Button
          type="submit"
          size="xs"
          variant="default"
          loading={check.isPending}
          disabled={token.trim() === ''}
        >
          {words.check}
        </Button>
        <div role="status" className="outcome full">
          {check.data && <Outcome result={check.data} />}
        </div>
      </Stack>
    </form>
  )
}

function Outcome({ result }: { result: Result }) {
  const { ok, error, checks, header, claims } = result
  return (
    <Stack gap="xs">
      <Alert color={ok ? 'indigo' : 'red'} title={error === null ? words.accepted : words.refused(error)}>
        <Why of={checks.find((one) => one.ok === false)} />
      </Alert>
      <DataTable label={words.check} items={checks} columns={COLUMNS} keyOf={({ check }) => check} />
      {(header !== null || claims !== null) && (
        <details className="changes">
          <summary>{words.claims}</summary>
          <Code block className="secret">
            {JSON.stringify({ header, claims }, null, 2)}
          </Code>
        </details>
      )}
    </Stack>
  )
}

const COLUMNS: Column<Check>[] = [
  { title: words.oneCheck, cell: ({ check }) => TOKEN_CHECK_WORDS[check] },
  {
    title: words.result,
    nowrap: true,
    cell: ({ ok }) => (
      <StatusDot tone={ok === null ? 'quiet' : ok ? 'good' : 'bad'}>
        {ok === null ? words.notChecked : ok ? words.passed : words.failed}
      </StatusDot>
    ),
  },
  { title: words.why, cell: (check) => <Why of={check} /> },
]

function Why({ of: check }: { of: Check | undefined }) {
  return check && <Reasons facts={check.facts} english={check.message} />
}
