import { replaceApprovalSettings, viewApprovalSettings } from '@counterfoil/contract/admin/approvals.ts'
import { Text } from '@mantine/core'
import { call } from '../api/call.ts'
import { useApiQuery } from '../api/use-api-query.ts'
import { AskButton } from '../kit/confirm.tsx'
import { Loaded } from '../kit/loaded.tsx'
import { Panel } from '../kit/panel.tsx'
import { StatusDot } from '../kit/status-dot.tsx'
import { useCan } from '../session/use-session.ts'
import { APPROVAL_SETTINGS_WORDS as words } from '../words/approvals.ts'

/** Whether guarded changes need a second person. */
export function ApprovalSettings() {
  const can = useCan()
  return (
    <Panel title={words.title}>
      <Text size="sm" c="dimmed">
        {words.intro}
      </Text>
      <Loaded of={useApiQuery(viewApprovalSettings, {})}>
        {({ isRequired }) => (
          <>
            <StatusDot tone={isRequired ? 'good' : 'quiet'}>
              {isRequired ? words.isOn : words.isOff}
            </StatusDot>
            {can(replaceApprovalSettings) && (
              <AskButton
                key={String(isRequired)}
                title={isRequired ? words.turnOffTitle : words.turnOnTitle}
                consequence={isRequired ? words.turnOffConsequence : words.turnOnConsequence}
                action={isRequired ? words.turnOff : words.turnOn}
                confirm={() => call(replaceApprovalSettings, { body: { isRequired: !isRequired } })}
                done={() => words.turnedOn}
              />
            )}
          </>
        )}
      </Loaded>
    </Panel>
  )
}
