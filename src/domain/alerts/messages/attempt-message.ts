import { failureText } from '@counterfoil/contract/words/call-failure.ts'
import type { Targets } from '../../../platform/outbound/guarded-targets.ts'
import type { Mailer } from '../../../platform/outbound/mailer.ts'
import type { Runtime } from '../../../platform/runtime.ts'
import { type Attempt, attemptPost, USER_AGENT } from '../../webhooks/dispatch/deliver.ts'
import { signatureHeaders } from '../../webhooks/dispatch/signature-headers.ts'
import type { Destination } from '../destinations/destination-queries.ts'
import { openTarget } from '../destinations/sealed-target.ts'
import {
  mailOf,
  type OutgoingMessage,
  SIGNED_TYPE,
  signedBody,
  slackBody,
  teamsBody,
} from './message-bodies.ts'

export type SendingDeps = Pick<Runtime, 'db' | 'now' | 'vault' | 'log' | 'config'> & {
  targets: Targets
  /** Null if SMTP_URL is not set. */
  mailer: Mailer | null
}

type Outcome = Pick<Attempt, 'attemptedAt' | 'durationMs' | 'status' | 'response' | 'error' | 'retryAfter'>

/** The addresses that have the message already, and what to do when a further one accepts it. */
type Acceptance = { acceptedBy: string[]; onAccepted: (address: string) => Promise<void> }

/** Sends a message once. Never throws: every outcome is an attempt. `error` is null if it was answered. */
export async function attemptMessage(
  deps: SendingDeps,
  destination: Destination,
  message: OutgoingMessage,
  acceptance: Acceptance,
): Promise<Outcome> {
  return destination.kind === 'EMAIL'
    ? sendMails(deps, destination.addresses ?? [], message, acceptance)
    : post(deps, destination, message)
}

/** Why an attempt has failed, in words for everybody who sees the destination; null if it has not. */
export function failureOf({ kind }: Destination, { status, error }: Outcome): string | null {
  if (error !== null) return error
  if (kind === 'EMAIL' || (status !== null && status >= 200 && status < 300)) return null
  return failureText('receiverAnswered', { status: String(status) })
}

function post(
  deps: SendingDeps,
  { id, kind, sealed }: Destination,
  message: OutgoingMessage,
): Promise<Outcome> {
  const target = openOrNull(deps, id, sealed)
  if (target === null) return Promise.resolve(failed(deps.now(), failureText('unreadableUrl')))
  const body =
    kind === 'SLACK' ? slackBody(message) : kind === 'TEAMS' ? teamsBody(message) : signedBody(message)
  return attemptPost(deps, {
    ...{ url: target.url, id: message.id, type: SIGNED_TYPE, attempt: message.attempt, body },
    headers: (now) => ({
      'content-type': 'application/json',
      'user-agent': USER_AGENT,
      ...(target.secret !== null && signedHeaders(message, target.secret, body, now)),
    }),
  })
}

function failed(attemptedAt: Date, error: string): Outcome {
  return { attemptedAt, durationMs: 0, status: null, response: null, error, retryAfter: null }
}

/** The headers of a partner’s webhook, so that a receiver verifies both in the same way. */
function signedHeaders({ id, attempt }: OutgoingMessage, secret: string, body: string, now: Date) {
  const secrets = { signing: secret, accepted: [{ secret, acceptedUntil: null }], testKey: null }
  return {
    ...signatureHeaders(secrets, id, body, now),
    'x-event-id': id,
    'x-event-type': SIGNED_TYPE,
    'x-delivery-attempt': String(attempt),
  }
}

function openOrNull({ vault, log }: SendingDeps, id: string, sealed: Buffer | null) {
  try {
    return sealed && openTarget(vault, id, sealed)
  } catch {
    log.error({ destinationId: id }, 'the URL of a destination cannot be decrypted: set it again')
    return null
  }
}

async function sendMails(
  { mailer, now, config }: SendingDeps,
  addresses: string[],
  message: OutgoingMessage,
  { acceptedBy, onAccepted }: Acceptance,
): Promise<Outcome> {
  const attemptedAt = now()
  const startedMs = performance.now()
  const domain = /@([^>\s]+)>?$/.exec(config.smtpFrom)?.[1] ?? 'localhost'
  const sendTo = async (address: string): Promise<string | null> => {
    if (mailer === null) return failureText('noMailServer')
    const reason = await mailer.trySend(mailOf(message, address, domain), !message.test)
    if (reason === null) await onAccepted(address)
    return reason
  }
  const waiting = addresses.filter((one) => !acceptedBy.includes(one))
  const reasons = (await Promise.all(waiting.map(sendTo))).filter((reason) => reason !== null)
  const { length } = addresses
  const [first = null] = reasons
  const error =
    first !== null && length > 1
      ? failureText('notAccepted', { count: reasons.length, total: length, reason: first })
      : first
  const durationMs = Math.round(performance.now() - startedMs)
  return { attemptedAt, durationMs, status: null, response: null, error, retryAfter: null }
}
