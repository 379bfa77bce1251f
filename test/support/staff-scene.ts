import { expect } from 'vitest'
import type { Visitor } from '../../src/domain/staff/sessions/sessions.ts'
import type { ApiResponse, Harness } from './harness.ts'

export const PASSWORD = 'seven quiet kettles sing'
export const OTHER_PASSWORD = 'eight loud kettles hum'
/** Headers that a browser sends with a request of our own page. */
export const OWN = { origin: 'http://localhost', host: 'localhost' }
/** The visitor of a session that a test opens without a request. */
export const BROWSER: Visitor = {
  ...{ address: '127.0.0.1', device: null, isLocalHttp: true, host: 'localhost' },
  ...{ cookieToken: null, deviceCookie: null, isKnownDeviceOf: () => true },
}
export const MINUTE = 60_000
export const HOUR = 60 * MINUTE

export type Invited = { id: string; email: string; token: string }
export type Member = Invited & { cookie: string; device: string }

export const tokenIn = (url: string) => url.split('#invite=')[1] as string
export const cookieIn = ({ headers }: ApiResponse) => String(headers['set-cookie']).split(';')[0] as string
/** The cookie of a known device, which every sign-in sets beside the session cookie. */
export const deviceIn = ({ headers }: ApiResponse) =>
  /(?:__Host-)?counterfoil-device=[\w-]+/.exec(String(headers['set-cookie']))?.[0] as string
export const withCookie = (cookie: string, more: object = OWN): Record<string, string> => ({
  cookie,
  ...more,
})

/** Staff members who are invited, choose a password and sign in. */
export function openStaffScene({ admin, as, db }: Harness) {
  const visitor = as(undefined)
  let count = 0
  const invited = async (changes: object = {}): Promise<Invited> => {
    count += 1
    const person = { email: `person${count}@kopi.example`, name: 'Aina', role: 'support', ...changes }
    const { status, body } = await admin('POST', '/admin/staff/invite', person)
    expect(status).toBe(201)
    return { ...body.member, token: tokenIn(body.url) }
  }
  const accept = (token: string, password = PASSWORD, more: object = {}) =>
    visitor('POST', '/session/invite', { token, password, ...more })
  const member = async (changes: object = {}): Promise<Member> => {
    const person = await invited(changes)
    const accepted = await accept(person.token)
    expect(accepted.status).toBe(201)
    return { ...person, cookie: cookieIn(accepted), device: deviceIn(accepted) }
  }
  return {
    visitor,
    invited,
    accept,
    member,
    signIn: (email: string, password = PASSWORD, headers = {}) =>
      visitor('POST', '/session', { email, password }, headers),
    whoAmI: (cookie: string, call = visitor) => call('GET', '/session', undefined, { cookie }),
    lastAudits: (most: number) => db`select * from audit_log order by id desc limit ${most}`,
    /** Clears the limits, because all tests share one address. */
    forget: () => db`delete from sign_in_failures`,
  }
}
