import { beginTotp, removeTotp } from '@counterfoil/contract/session/factors.ts'
import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { call, type ResponseBody } from '../api/call.ts'
import { Confirm } from '../kit/confirm.tsx'
import { Panel } from '../kit/panel.tsx'
import { StatusDot } from '../kit/status-dot.tsx'
import { useAction } from '../kit/use-action.ts'
import { Moment } from '../time/moment.tsx'
import { TOTP_WORDS as words } from '../words/factors.ts'
import { isLastFactor, type OwnFactors } from './own-factors.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import { SetUpTotp } from './set-up-totp.tsx'

type Open =
  | { kind: 'set-up'; secret: ResponseBody<typeof beginTotp> }
  | { kind: 'codes'; codes: string[] }
  | { kind: 'remove' }

export function TotpPanel({ factors, added }: { factors: OwnFactors; added?: () => void }) {
  const { totpSince } = factors
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  const begin = useAction(() => call(beginTotp, {}), {
    after: (secret) => setOpen({ kind: 'set-up', secret }),
  })
  return (
    <Panel
      title={words.title}
      actions={
        totpSince === null ? (
          <Button
            size="xs"
            variant="default"
            loading={begin.isPending}
            onClick={() => begin.mutate(undefined)}
          >
            {words.setUp}
          </Button>
        ) : (
          <Button size="xs" variant="default" onClick={() => setOpen({ kind: 'remove' })}>
            {words.remove}
          </Button>
        )
      }
    >
      <Text size="sm" c="dimmed">
        {words.intro}
      </Text>
      {totpSince === null ? (
        <StatusDot tone="quiet">{words.off}</StatusDot>
      ) : (
        <Text size="sm" component="div">
          <StatusDot tone="good">{words.since}</StatusDot> <Moment at={totpSince} />
        </Text>
      )}
      {open?.kind === 'set-up' && (
        <SetUpTotp
          secret={open.secret}
          confirmed={(codes) => setOpen({ kind: 'codes', codes })}
          close={close}
        />
      )}
      {open?.kind === 'codes' && (
        <RecoveryCodes
          codes={open.codes}
          close={() => {
            close()
            added?.()
          }}
        />
      )}
      {open?.kind === 'remove' && (
        <Confirm
          title={words.removeTitle}
          consequence={isLastFactor(factors) ? words.removeLastConsequence : words.removeConsequence}
          action={words.remove}
          isDangerous
          confirm={() => call(removeTotp, {})}
          done={() => words.removed}
          close={close}
        />
      )}
    </Panel>
  )
}
