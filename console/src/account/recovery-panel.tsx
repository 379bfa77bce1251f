import { createRecoveryCodes } from '@counterfoil/contract/session/factors.ts'
import { Text } from '@mantine/core'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { Confirm } from '../kit/confirm.tsx'
import { Panel } from '../kit/panel.tsx'
import { ReasonButton } from '../kit/reason-button.tsx'
import { StatusDot } from '../kit/status-dot.tsx'
import { useAction } from '../kit/use-action.ts'
import { RECOVERY_WORDS as words } from '../words/factors.ts'
import type { OwnFactors } from './own-factors.ts'
import { RecoveryCodes } from './recovery-codes.tsx'

const FEW = 3

export function RecoveryPanel({
  factors: { passkeys, totpSince, recoveryCodesLeft },
}: {
  factors: OwnFactors
}) {
  const [isAsking, setAsking] = useState(false)
  const [codes, setCodes] = useState<string[] | null>(null)
  const create = useAction(() => call(createRecoveryCodes, {}), {
    after: ({ recoveryCodes }) => setCodes(recoveryCodes),
    showsErrors: true,
  })
  const hasFactor = totpSince !== null || passkeys.length > 0
  return (
    <Panel
      title={words.title}
      actions={
        <ReasonButton
          size="xs"
          variant="default"
          reason={hasFactor ? null : words.needsFactor}
          onClick={() => setAsking(true)}
        >
          {words.create}
        </ReasonButton>
      }
    >
      <Text size="sm" c="dimmed">
        {words.intro}
      </Text>
      {hasFactor ? (
        <div>
          <StatusDot tone={recoveryCodesLeft > FEW ? 'good' : 'bad'}>
            {words.left(recoveryCodesLeft)}
          </StatusDot>
          {recoveryCodesLeft <= FEW && <Text size="sm">{words.few}</Text>}
        </div>
      ) : (
        <Text size="sm">{words.needsFactor}</Text>
      )}
      {isAsking && (
        <Confirm
          title={words.createTitle}
          consequence={words.createConsequence(recoveryCodesLeft)}
          action={words.create}
          confirm={() => create.mutateAsync(undefined)}
          close={() => setAsking(false)}
        />
      )}
      {codes && <RecoveryCodes codes={codes} close={() => setCodes(null)} />}
    </Panel>
  )
}
