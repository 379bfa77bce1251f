import { useEffect, useLayoutEffect, useReducer, useRef } from 'preact/hooks'
import type { Failure } from '../api/failure.ts'
import type { Outlet, Preview, Voucher } from '../api/routes.ts'
import { PinIcon } from '../components/icons.tsx'
import { Logo } from '../components/logo.tsx'
import { MarkedTitle } from '../components/marked-title.tsx'
import { useOnline } from '../components/offline-banner.tsx'
import { describeFailure } from '../language/describe-failure.ts'
import { words } from '../language/words.ts'
import { usesText } from '../voucher/availability.ts'
import type { VoucherSite } from '../voucher/voucher-site.ts'
import { changeOutletOf } from './flow.ts'
import { Keypad } from './keypad.tsx'
import { StepHeading } from './step-heading.tsx'
import './hand-over.css'

const PIN_LENGTH = 4

type Props = {
  voucher: Voucher
  merchant: VoucherSite['merchant']
  outlet: Outlet
  hasOthers: boolean
  preview: Preview
  isUnlocated: boolean
  /** An earlier page has sent this redemption, and its outcome is not known. */
  isResumed: boolean
  isSending: boolean
  /** The previous attempt's failure: a wrong PIN. */
  failure: Failure | null
  onPin: (pin: string) => void
}

/** A cashier must understand this in two seconds: what, where, and a keypad. */
export function HandOver(props: Props) {
  const { voucher, merchant, outlet, hasOthers, preview, isUnlocated, isResumed, isSending } = props
  return (
    <div class="hand-over">
      <StepHeading>{words.redeem.handOver.title}</StepHeading>
      <div class="card slip">
        <Logo path={merchant.logoPath} name={merchant.name} />
        <div>
          <p class="quiet-text slip-detail">
            <bdi>{merchant.name}</bdi>
          </p>
          <p class="slip-title">
            <MarkedTitle title={voucher.title} />
          </p>
          <p class="slip-place">
            <PinIcon />
            <bdi>{outlet.name}</bdi>
          </p>
          {/* The outlet of a request that may still be running cannot change. */}
          {hasOthers && !isResumed && (
            <button
              type="button"
              class="another-outlet"
              disabled={isSending}
              onClick={() => changeOutletOf(voucher.id)}
            >
              {words.redeem.changeOutlet}
            </button>
          )}
          <p class="quiet-text slip-detail">{usesText(voucher, preview.remaining)}</p>
          {isUnlocated && <p class="quiet-text">{words.redeem.handOver.withoutLocation}</p>}
        </div>
      </div>
      <PinEntry {...props} />
    </div>
  )
}

type PinEntryProps = Pick<Props, 'isResumed' | 'isSending' | 'failure' | 'onPin'>

/** The digits are kept in memory only until they are sent, never in the page or the history. */
function PinEntry({ isResumed, isSending, failure, onPin }: PinEntryProps) {
  const labels = words.redeem.handOver
  const digits = useRef('')
  const keypad = useRef<HTMLDivElement>(null)
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const isOff = isSending || digits.current.length === PIN_LENGTH

  const press = (digit: string) => {
    if (isSending || digits.current.length === PIN_LENGTH) return
    digits.current += digit
    redraw(undefined)
    if (digits.current.length === PIN_LENGTH) onPin(digits.current)
  }
  const remove = () => {
    if (digits.current.length === PIN_LENGTH) return
    digits.current = digits.current.slice(0, -1)
    redraw(undefined)
  }

  useEffect(() => {
    if (failure === null) return
    digits.current = ''
    redraw(undefined)
    keypad.current?.focus({ preventScroll: true })
  }, [failure])

  // This is a layout effect, since keys may be pressed before ordinary effects run.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.altKey || event.metaKey || event.repeat) return
      if (/^[0-9]$/.test(event.key)) press(event.key)
      else if (event.key === 'Backspace' || event.key === 'Delete') remove()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  })

  const count = digits.current.length
  // Once the connection has returned, the PIN can be entered again.
  const isOver = useOnline() && failure?.code === 'not_sent'
  const wrong = failure && !isOff && !isOver ? describeFailure(failure).text : null
  return (
    <div class="pin-entry">
      {/* All three messages share one box, so that the keys do not move. */}
      <div class="pin-message">
        <p hidden={isOff || wrong !== null}>{isResumed ? labels.enterPinAgain : labels.enterPin}</p>
        <p class="pin-wrong" role="alert">
          {wrong}
        </p>
        <p hidden={!isOff}>{labels.sending}</p>
      </div>
      <div class={failure && count === 0 ? 'dots wrong' : isOff ? 'dots sending' : 'dots'} aria-hidden="true">
        {Array.from({ length: PIN_LENGTH }, (_, at) => (
          <span key={at} class={at < count ? 'dot full' : 'dot'} />
        ))}
      </div>
      <p class="visually-hidden" role="status">
        {isOff ? labels.sending : count > 0 ? labels.digits(count) : null}
      </p>
      <Keypad isOff={isOff} onDigit={press} onDelete={remove} keypad={keypad} />
    </div>
  )
}
