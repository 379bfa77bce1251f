import type { Role } from '@counterfoil/contract/define-route.ts'
import type { StaffLanguage } from '@counterfoil/contract/shapes/staff-language.ts'
import type { Browsing, Visit, VisitOptions } from './visits.ts'

export const PASSWORD = 'seven quiet kettles sing'

export type Access = {
  role?: Role
  merchantIds?: string[]
  partnerId?: string
  name?: string
  language?: StaffLanguage
}
export type StaffPerson = { id: string; email: string; name: string; cookie: Cookie }

type Cookie = { name: string; value: string; url: string }

let count = 0

/** Staff members with a password and a session, as people in front of the console. */
export function openStaff({ admin, as, origin, visit }: Pick<Browsing, 'admin' | 'as' | 'origin' | 'visit'>) {
  const invite = async ({ role = 'admin', name, ...access }: Access = {}) => {
    count += 1
    const email = `person-${count}@example.com`
    const created = await admin('POST', '/admin/staff', {
      email,
      name: name ?? `Person ${count}`,
      role,
      ...access,
    })
    if (created.status !== 201)
      throw new Error(`the staff member was refused: ${JSON.stringify(created.body)}`)
    const link = await admin('POST', `/admin/staff/${created.body.id}/invite`)
    const { hash } = new URL(link.body.url)
    return { person: created.body, path: `/console/${hash}`, token: hash.replace('#invite=', '') }
  }

  /** A person with a password and an open session. */
  const hire = async (access: Access = {}): Promise<StaffPerson> => {
    const { person, token } = await invite(access)
    const { headers } = await as(undefined)(
      'POST',
      '/session/invite',
      { token, password: PASSWORD },
      { host: new URL(origin).host },
    )
    const [name = '', value = ''] = (String(headers['set-cookie']).split(';')[0] ?? '').split('=')
    return { id: person.id, email: person.email, name: person.name, cookie: { name, value, url: origin } }
  }

  /** Opens a screen with the session of a person. */
  const visitAs = async (person: StaffPerson, path: string, options: VisitOptions = {}): Promise<Visit> => {
    const { hostname } = new URL(origin)
    const { name, value } = person.cookie
    const cookie = { name, value, domain: hostname, path: '/', httpOnly: true, secure: false, expires: -1 }
    return visit(path, { cookies: [{ ...cookie, sameSite: 'Strict' }], ...options })
  }
  return { invite, hire, visitAs }
}
