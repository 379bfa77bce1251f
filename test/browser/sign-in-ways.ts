import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { Secret, TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { CLIENT, openTestIssuer } from '../support/issuer.ts'
import { openMailbox } from '../support/mailbox.ts'
import type { StaffPerson } from './staff.ts'
import { type Browsing, openBrowsing } from './visits.ts'

/** A service with every way to sign in: at a host name for passkeys, with a real issuer and a real mail server. */
export async function openBrowsingWithAllWays() {
  const publicUrl = `http://localhost:${await freePort()}`
  const issuer = await openTestIssuer(`${publicUrl}/console/`)
  const mailbox = await openMailbox()
  const oidc = { ...CLIENT, issuer: issuer.issuer }
  return { ...(await openBrowsing({ publicUrl, oidc, smtpUrl: mailbox.url })), issuer, mailbox }
}

/** The issuer must know the address of the service before the service starts. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** A device that verifies its owner at once. `forget` removes all its passkeys. */
export async function openAuthenticator(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    forget: () => devtools.send('WebAuthn.clearCredentials', { authenticatorId }),
    /** From now on the device does not recognize its owner. */
    failVerification: () =>
      devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false }),
  }
}

/** Calls as a signed-in person, like a page of the console. */
export function callsOf({ as, origin }: Pick<Browsing, 'as' | 'origin'>) {
  return (person: StaffPerson, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
    as(undefined)(method, path, body, {
      cookie: `${person.cookie.name}=${person.cookie.value}`,
      origin,
      host: new URL(origin).host,
    })
}

/** The authenticator app of a person: the code at a time of choice. */
export function authenticatorApp(secret: string) {
  const totp = new TOTP({ secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: 30 })
  return { codeAt: (time: Date) => totp.generate({ timestamp: time.getTime() }) }
}
