import { closeMonth } from '@counterfoil/contract/admin/statements.ts'
import { Stack } from '@mantine/core'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { Confirm } from '../kit/confirm.tsx'
import { ReasonButton } from '../kit/reason-button.tsx'
import { useCan } from '../session/use-session.ts'
import { formatMoment } from '../time/moment.tsx'
import { monthName } from '../time/month.ts'
import { useTimeZone } from '../time/time-zone.ts'
import { STATEMENT_WORDS as words } from '../words/statements.ts'
import type { Statements } from './statement-row.ts'

/** Admins close a month, once it is over everywhere. */
export function CloseMonth({ statements: { month, state, closableAt } }: { statements: Statements }) {
  const can = useCan()
  const zone = useTimeZone()
  const [isAsking, setAsking] = useState(false)
  if (!can(closeMonth) || (state === 'CLOSED' && !isAsking)) return null
  const isOver = Date.parse(closableAt) <= Date.now()
  return (
    <>
      <ReasonButton
        reason={isOver ? null : `${words.closableFrom} ${formatMoment(closableAt, zone)}`}
        onClick={() => setAsking(true)}
      >
        {words.close}
      </ReasonButton>
      {isAsking && (
        <Confirm
          title={words.closeTitle(monthName(month))}
          consequence={<Stack gap="xs">{words.closeConsequence}</Stack>}
          action={words.close}
          confirm={() => call(closeMonth, { params: { month } })}
          done={({ statements, unreviewed }) =>
            [
              words.closed(monthName(month), statements),
              ...(unreviewed > 0 ? [words.closedUnreviewed(unreviewed)] : []),
            ].join(' ')
          }
          close={() => setAsking(false)}
        />
      )}
    </>
  )
}
