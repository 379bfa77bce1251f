import { createHash } from 'node:crypto'
import ipaddr from 'ipaddr.js'
import { canonicalEmail } from '../../../platform/input/canonical-email.ts'

const MAX_WAIT_MS = 15 * 60_000
type Limit = { freeAttempts: number; firstWaitMs: number }
const SIGN_INS: Limit = { freeAttempts: 10, firstWaitMs: 30_000 }
/** A mailbox must not be flooded: three e-mails, then one every 15 minutes. */
const MAILS: Limit = { freeAttempts: 3, firstWaitMs: MAX_WAIT_MS }
/** Failures are forgotten when none has been added for this long. An office shares one address, and people mistype. */
const ACCOUNT_FAILURES_COUNT_MS = 12 * 60 * 60_000
const ADDRESS_FAILURES_COUNT_MS = 60 * 60_000

export type Failures = { failures: number; failedAt: Date; waitsUntil: Date | null }

/** The subjects that are limited when a stranger signs in, in lock order: an account before an address. */
export function limitedSubjects(email: string, address: string): string[] {
  return [accountSubject(email), `address:${addressGroup(address)}`]
}

/** The subjects that are limited when a stranger requests e-mails. Requests for an unknown address count too. */
export function limitedMailSubjects(email: string, address: string): string[] {
  return [`mail:${emailHash(email)}`, `mail-address:${addressGroup(address)}`]
}

/** All known devices and sessions of an account share one limit, which strangers cannot use up. */
export function deviceSubject(staffId: string): string {
  return `device:${staffId}`
}

export function deviceMailSubject(staffId: string): string {
  return `device-mail:${staffId}`
}

/** Passkeys are never locked. This limits only the entries about refused ones in the audit log. */
export function passkeySubject(staffId: string): string {
  return `passkey:${staffId}`
}

/** The subject is a hash, because the address of a person who is not staff must not be stored. */
export function accountSubject(email: string): string {
  return `account:${emailHash(email)}`
}

function emailHash(email: string): string {
  return createHash('sha256').update(canonicalEmail(email)).digest('base64url')
}

/** An IPv6 customer has at least a /64, so the whole group counts as one address. */
export function addressGroup(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address.split('%')[0]}/64`).toString()}/64`
}

/** Whether the subject counts failed sign-ins of one account. A complete sign-in clears them. */
export function isOfAccount(subject: string): boolean {
  return subject.startsWith('account:') || subject.startsWith('device:')
}

/** Counts one more failure: the tenth and each later one starts a wait, twice as long as the one before. */
export function addFailure(subject: string, before: Failures, now: Date): Failures {
  const countMs = isOfAccount(subject) ? ACCOUNT_FAILURES_COUNT_MS : ADDRESS_FAILURES_COUNT_MS
  const isForgotten = before.failedAt.getTime() <= now.getTime() - countMs
  const limit = /^(?:device-)?mail:/.test(subject) ? MAILS : SIGN_INS
  return withWait(isForgotten ? 1 : before.failures + 1, now, limit)
}

/** Takes back one failure, for an attempt that succeeded. */
export function removeFailure({ failures, failedAt }: Failures): Failures {
  return withWait(Math.max(0, failures - 1), failedAt, SIGN_INS)
}

function withWait(failures: number, failedAt: Date, { freeAttempts, firstWaitMs }: Limit): Failures {
  const doublings = failures - freeAttempts
  const waitMs = doublings < 0 ? 0 : Math.min(MAX_WAIT_MS, firstWaitMs * 2 ** doublings)
  return { failures, failedAt, waitsUntil: waitMs === 0 ? null : new Date(failedAt.getTime() + waitMs) }
}

/** Whole seconds until an attempt is allowed; 0 if it is allowed now. */
export function secondsToWait(known: Failures[], now: Date): number {
  const untilMs = Math.max(0, ...known.map(({ waitsUntil }) => waitsUntil?.getTime() ?? 0))
  return Math.max(0, Math.ceil((untilMs - now.getTime()) / 1000))
}
