import { useState } from 'preact/hooks'
import type { Failure } from '../api/failure.ts'
import type { Outlet, Voucher } from '../api/routes.ts'
import { lazy } from '../components/lazy.tsx'
import { words } from '../language/words.ts'
import type { KeptBody } from './kept-attempt.ts'
import { Reasons } from './reasons.tsx'
import { StepHeading } from './step-heading.tsx'

const ShowCode = lazy(
  async () => (await import('./show-code.tsx')).ShowCode,
  () => <StepHeading>{words.redeem.checking}</StepHeading>,
)

export const takesCodes = ({ redeemBy }: Outlet): boolean => redeemBy === 'QR' || redeemBy === 'BOTH'

type Props = {
  voucher: Voucher
  outlet: Outlet
  body: KeptBody
  usePin: () => void
  hasOthers: boolean
  locateAgain: () => void
  skipLocation: () => void
  accuracyMeters: number | undefined
}

/** Shows a code, or why the service or the counter refused it. */
export function CodeStep({ voucher, outlet, body, usePin, hasOthers, ...rest }: Props) {
  const [refused, setRefused] = useState<Failure | null>(null)
  if (refused) {
    return (
      <Reasons
        codes={[refused.code]}
        failure={refused}
        voucher={voucher}
        outletId={outlet.id}
        hasOthers={hasOthers}
        checkAgain={() => setRefused(null)}
        {...rest}
      />
    )
  }
  return (
    <ShowCode
      body={body}
      hasOthers={hasOthers}
      usePin={outlet.hasPin ? usePin : undefined}
      onRefused={setRefused}
    />
  )
}
