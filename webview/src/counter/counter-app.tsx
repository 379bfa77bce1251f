import { useEffect, useState } from 'preact/hooks'
import { CodeEntry } from './code-entry.tsx'
import {
  confirmCode,
  connect,
  findSession,
  type Reading,
  type Redeemed,
  Refused,
  readCode,
  type Session,
} from './counter-call.ts'
import { words } from './counter-words.ts'
import { LastRedemptions } from './last-redemptions.tsx'
import { Outcome } from './outcome.tsx'
import { ReadCode } from './read-code.tsx'
import { describe } from './refusal-text.ts'

/** What the device is doing with a code. */
type Step =
  | { kind: 'enter' }
  | { kind: 'busy' }
  | { kind: 'read'; code: string; reading: Reading }
  | { kind: 'redeemed'; redemption: Redeemed }
  | { kind: 'refused'; text: string }

type Connection =
  | { kind: 'opening' }
  | { kind: 'connected'; session: Session }
  | { kind: 'ended'; text: string }

const DEVICE_LINK = /^#device=(.+)$/

/**
 * The secret of the link leaves the address as soon as the service has responded, so that nobody copies it from there.
 * Without a connection it stays, and a reload tries again.
 */
async function open(): Promise<Session> {
  const secret = DEVICE_LINK.exec(location.hash)?.[1]
  if (secret === undefined) return findSession()
  const forgetSecret = () => history.replaceState(null, '', location.pathname)
  try {
    const session = await connect(secret)
    forgetSecret()
    return session
  } catch (error) {
    if (!(error instanceof Refused && error.code === 'unreachable')) forgetSecret()
    throw error
  }
}

export function CounterApp() {
  const [connection, setConnection] = useState<Connection>({ kind: 'opening' })
  const [step, setStep] = useState<Step>({ kind: 'enter' })
  const fail = (error: unknown) => {
    if (error instanceof Refused && error.code === 'unauthorized')
      setConnection({ kind: 'ended', text: words.notConnectedText })
    else setStep({ kind: 'refused', text: describe(error) })
  }
  useEffect(() => {
    open().then(
      (session) => setConnection({ kind: 'connected', session }),
      (error) => setConnection({ kind: 'ended', text: textOfEnd(error) }),
    )
  }, [])
  const read = (code: string) => {
    setStep({ kind: 'busy' })
    readCode(code).then((reading) => setStep({ kind: 'read', code, reading }), fail)
  }
  const confirm = (code: string) => {
    setStep({ kind: 'busy' })
    confirmCode(code).then((redemption) => setStep({ kind: 'redeemed', redemption }), fail)
  }
  const restart = () => setStep({ kind: 'enter' })
  if (connection.kind === 'opening') return null
  if (connection.kind === 'ended') return <NotConnected text={connection.text} />
  const { session } = connection
  return (
    <div class="counter">
      <main>
        <header>
          <h1>{session.outletName}</h1>
          <p>
            {session.merchantName} · {session.deviceName}
          </p>
        </header>
        {step.kind === 'enter' && (
          <CodeEntry found={read} refuse={(text) => setStep({ kind: 'refused', text })} />
        )}
        {step.kind === 'busy' && <p role="status">…</p>}
        {step.kind === 'read' && (
          <ReadCode reading={step.reading} confirm={() => confirm(step.code)} cancel={restart} />
        )}
        {step.kind === 'redeemed' && <Outcome redemption={step.redemption} next={restart} />}
        {step.kind === 'refused' && <RefusedCode text={step.text} back={restart} />}
        <LastRedemptions changed={step.kind === 'redeemed'} />
      </main>
    </div>
  )
}

function textOfEnd(error: unknown): string {
  if (!(error instanceof Refused)) return words.refusals.other
  if (error.code === 'invalid_device_link') return words.badLink
  return error.code === 'unauthorized' ? words.notConnectedText : describe(error)
}

function NotConnected({ text }: { text: string }) {
  return (
    <div class="counter">
      <main>
        <h1>{words.notConnected}</h1>
        <p>{text}</p>
      </main>
    </div>
  )
}

function RefusedCode({ text, back }: { text: string; back: () => void }) {
  return (
    <section role="alert">
      <p class="verdict">{text}</p>
      <button type="button" class="button wide" onClick={back}>
        {words.back}
      </button>
    </section>
  )
}
