import { createRecoveryCodes } from '@counterfoil/contract/session/factors.ts'
import { Text } from '@mantine/core'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { AskButton } from '../kit/confirm.tsx'
import { Panel } from '../kit/panel.tsx'
import { StatusDot } from '../kit/status-dot.tsx'
import { RECOVERY_WORDS as words } from '../words/factors.ts'
import type { OwnFactors } from './own-factors.ts'
import { RecoveryCodes } from './recovery-codes.tsx'

const FEW = 3

export function RecoveryPanel({
  factors: { passkeys, totpSince, recoveryCodesLeft },
}: {
  factors: OwnFactors
}) {
  const [codes, setCodes] = useState<string[] | null>(null)
  const hasFactor = totpSince !== null || passkeys.length > 0
  return (
    <Panel
      title={words.title}
      actions={
        <AskButton
          reason={hasFactor ? null : words.needsFactor}
          title={words.createTitle}
          consequence={words.createConsequence(recoveryCodesLeft)}
          action={words.create}
          confirm={() => call(createRecoveryCodes, {})}
          after={({ recoveryCodes }) => setCodes(recoveryCodes)}
        />
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
      {codes && <RecoveryCodes codes={codes} close={() => setCodes(null)} />}
    </Panel>
  )
}
