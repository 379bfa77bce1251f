import { codeOf } from '../api/failure.ts'
import { FailureMessage } from '../components/failure-message.tsx'
import { words } from '../language/words.ts'
import { StepHeading } from './step-heading.tsx'
import { Subject } from './subject.tsx'

type Props = { voucherId: string; outletId: string | undefined; error: unknown; retry: () => void }

/** The preview failed. Without a connection, the voucher and its outlet stay chosen, and the check runs when it returns. */
export function NotChecked({ voucherId, outletId, error, retry }: Props) {
  if (codeOf(error) !== 'unreachable') return <FailureMessage error={error} retry={retry} />
  const { title, text } = words.redeem.needsConnection
  return (
    <div class="reasons" role="alert">
      <Subject voucherId={voucherId} outletId={outletId} />
      <StepHeading>{title}</StepHeading>
      <p>{text}</p>
      <button type="button" class="button" onClick={retry}>
        {words.retry}
      </button>
    </div>
  )
}
