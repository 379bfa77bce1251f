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
import { describe, mayPass } from './refusal-text.ts'
import { Verdict } from './verdict.tsx'

/** What the device is doing with a code. */
type Step =
  | { kind: 'enter' }
  | { kind: 'busy' }
  | { kind: 'read'; code: string; reading: Reading }
  | { kind: 'redeemed'; redemption: Redeemed }
  | { kind: 'refused'; text: string; again?: () => void }

type Connection =
  | { kind: 'opening' }
  | { kind: 'connected'; session: Session }
  | { kind: 'ended'; error: unknown }

const DEVICE_LINK = /^#device=(.+)$/

/**
 * The secret of the link leaves the address as soon as the service has responded, so that nobody copies it from there.
 * Without a connection it stays, and the next try uses it.
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
    if (!mayPass(error)) forgetSecret()
    throw error
  }
}

export function CounterApp() {
  const [connection, setConnection] = useState<Connection>({ kind: 'opening' })
  const [step, setStep] = useState<Step>({ kind: 'enter' })
  const connectAgain = () => {
    setConnection({ kind: 'opening' })
    open().then(
      (session) => setConnection({ kind: 'connected', session }),
      (error) => setConnection({ kind: 'ended', error }),
    )
  }
  useEffect(connectAgain, [])
  const fail = (error: unknown, again: () => void, lostText = describe(error)) => {
    if (error instanceof Refused && error.code === 'unauthorized') setConnection({ kind: 'ended', error })
    else if (mayPass(error)) setStep({ kind: 'refused', text: lostText, again })
    else setStep({ kind: 'refused', text: describe(error) })
  }
  const read = (code: string) => {
    setStep({ kind: 'busy' })
    readCode(code).then(
      (reading) => setStep({ kind: 'read', code, reading }),
      (error) => fail(error, () => read(code)),
    )
  }
  // Without a response it may be redeemed. The same code again gets the first response.
  const confirm = (code: string) => {
    setStep({ kind: 'busy' })
    confirmCode(code).then(
      (redemption) => setStep({ kind: 'redeemed', redemption }),
      (error) => fail(error, () => confirm(code), words.unconfirmed),
    )
  }
  const restart = () => setStep({ kind: 'enter' })
  if (connection.kind === 'opening') return null
  if (connection.kind === 'ended') return <NotConnected error={connection.error} again={connectAgain} />
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
        {step.kind === 'refused' && <RefusedCode {...step} back={restart} />}
        <LastRedemptions changed={step.kind === 'redeemed'} />
      </main>
    </div>
  )
}

function NotConnected({ error, again }: { error: unknown; again: () => void }) {
  const code = error instanceof Refused ? error.code : null
  const isEnd = code === 'unauthorized' || code === 'invalid_device_link'
  return (
    <div class="counter">
      <main>
        <h1>{isEnd ? words.notConnected : words.title}</h1>
        {isEnd ? (
          <p>{code === 'unauthorized' ? words.notConnectedText : words.badLink}</p>
        ) : (
          <RefusedCode text={describe(error)} again={again} />
        )}
      </main>
    </div>
  )
}

function RefusedCode({ text, again, back }: { text: string; again?: () => void; back?: () => void }) {
  return (
    <section class="card">
      <Verdict tone="bad">{text}</Verdict>
      <div class="actions">
        {again && (
          <button type="button" class="button" onClick={again}>
            {words.again}
          </button>
        )}
        {back && (
          <button type="button" class={again ? 'button quiet' : 'button'} onClick={back}>
            {words.back}
          </button>
        )}
      </div>
    </section>
  )
}
