import type { browseMerchants, viewBranding } from '@counterfoil/contract/consumer-browse.ts'
import type { viewMe } from '@counterfoil/contract/consumer-wallet.ts'
import type { ErrorCode } from '@counterfoil/contract/errors.ts'
import type { Output, Route } from '@counterfoil/contract/route.ts'

type Called = typeof browseMerchants | typeof viewBranding | typeof viewMe

/** Held to the contract by type alone: its schemas stay out of the bundle, and a path that moves breaks the build. */
const PATHS: { [R in Called as R['id']]: R['path'] } = {
  browseMerchants: '/merchants',
  viewBranding: '/branding',
  viewMe: '/me',
}

type Body<R extends Route> = Extract<Output<R>, { status: 200 }>['body']

export type Branding = Body<typeof viewBranding>
export type Me = Body<typeof viewMe>
export type Merchant = Body<typeof browseMerchants>[number]
export type MerchantPage = { merchants: Merchant[]; next: string | null }

/** Why there is no answer: the contract's code, or `unreachable` when none came. */
export class Failure extends Error {
  readonly code: ErrorCode | 'unreachable'

  constructor(code: ErrorCode | 'unreachable') {
    super(code)
    this.code = code
  }
}

/** What a header can carry at all. */
const SENDABLE = /^[\x21-\x7e]+$/
const PAGE_SIZE = 50
const TIMEOUT_MS = 15_000

export type Api = {
  branding(): Promise<Branding>
  me(): Promise<Me>
  /** `next` of the page before, or null for the first. */
  merchants(next: string | null): Promise<MerchantPage>
}

export function createApi(token: string): Api {
  const get = async (path: string) => {
    if (!SENDABLE.test(token)) throw new Failure('invalid_token')
    const response = await fetch(path, {
      headers: { authorization: `Bearer ${token}` },
      credentials: 'omit',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch(() => null)
    // A gateway that has lost its service answers for it, and not in our words.
    const body = await response?.json().catch(() => null)
    if (response?.ok && body !== null) return { body, link: response.headers.get('link') }
    throw new Failure(typeof body?.error === 'string' ? body.error : 'unreachable')
  }
  return {
    branding: async () => (await get(PATHS.viewBranding)).body,
    me: async () => (await get(PATHS.viewMe)).body,
    merchants: async (next) => {
      const { body, link } = await get(next ?? `${PATHS.browseMerchants}?limit=${PAGE_SIZE}`)
      return { merchants: body, next: nextPage(link) }
    },
  }
}

/** Of `<…>; rel="next"` the path and query: the token goes to our own host whatever the header names. */
function nextPage(link: string | null): string | null {
  const target = link?.match(/<([^>]*)>\s*;\s*rel="?next"?/)?.[1]
  if (target === undefined) return null
  const { pathname, search } = new URL(target, location.href)
  return pathname + search
}
