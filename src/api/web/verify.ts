import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Deps } from '../../domain/deps.ts'
import { readAcceptLanguage } from '../../domain/languages/accept-language.ts'
import { LanguageChoice } from '../../domain/languages/language-choice.ts'
import { verifyRedemption } from '../../domain/redemptions/verify.ts'
import type { VerifiedRecord } from '../../domain/redemptions/verify-queries.ts'
import { addressGroup } from '../../domain/staff/attempts/guess-limit.ts'
import { PAGE_HEADERS } from '../../platform/http/security-headers.ts'
import { canonicalTag, languageAndScript } from '../../platform/input/language-tag.ts'
import { VERIFY_WORDS, type VerifyWords } from './verify-words.ts'
import { openViewLimit } from './view-limit.ts'

const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; " +
  "frame-ancestors 'none'"
const HEADERS = {
  'content-security-policy': POLICY,
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex',
  vary: 'accept-language',
  ...PAGE_HEADERS,
}
/** Each node counts for itself. The second number bounds guesses from many addresses: a code has 30 secret bits. */
const LIMITS = { perAddress: 20, inAll: 600 }

type Tag = keyof typeof VERIFY_WORDS

/** Serves a page on which anybody with its code can check whether a redemption is real. */
export function verifyRoutes(server: FastifyInstance, deps: Deps): void {
  const languages = new LanguageChoice('en', Object.keys(VERIFY_WORDS))
  const limit = openViewLimit(LIMITS, deps.now)
  server.get<{ Params: { code: string } }>('/verify/:code', async (request, reply) => {
    const acceptLanguage = request.headers['accept-language'] ?? null
    const tag = (languages.choose({ lang: undefined, acceptLanguage })?.tag ?? 'en') as Tag
    const words = VERIFY_WORDS[tag]
    const wait = limit.admit(addressGroup(request.ip))
    if (wait !== null) {
      reply.header('retry-after', wait)
      return send(reply.code(429), tag, words, message(words.wait, words.waitText))
    }
    const found = await verifyRedemption(deps, request.params.code, tag)
    if (!found) return send(reply.code(404), tag, words, message(words.unknown, words.unknownText))
    return send(reply, tag, words, facts(found, localeOf(acceptLanguage, tag), words))
  })
}

function send(reply: FastifyReply, tag: Tag, words: VerifyWords, body: string): FastifyReply {
  return reply
    .headers({ ...HEADERS, 'content-language': tag })
    .type('text/html; charset=utf-8')
    .send(page(tag, words, body))
}

/** The reader's own tag: its region decides how dates are written. */
function localeOf(acceptLanguage: string | null, tag: Tag): string {
  const written = languageAndScript(tag)
  const wanted = readAcceptLanguage(acceptLanguage ?? '').flatMap((range) => canonicalTag(range) ?? [])
  return wanted.find((one) => languageAndScript(one) === written) ?? tag
}

function facts(found: VerifiedRecord, locale: string, words: VerifyWords): string {
  const { merchantName, outletName, voucherTitle, redeemedAt, voidedAt, timezone } = found
  const time = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'long', timeZone: timezone })
  const rows = [
    [words.voucher, voucherTitle],
    [words.merchant, merchantName],
    [words.outlet, outletName],
    [words.time, time.format(new Date(redeemedAt))],
  ]
  const state = voidedAt === null ? words.redeemed : words.voided
  const list = rows.map(
    ([name = '', value = '']) => `<dt>${escapeHtml(name)}</dt><dd><bdi>${escapeHtml(value)}</bdi></dd>`,
  )
  return `<h1 class="${voidedAt === null ? 'good' : 'bad'}">${escapeHtml(state)}</h1><dl>${list.join('')}</dl>`
}

function message(title: string, text: string): string {
  return `<h1 class="bad">${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>`
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? '')
}

function page(tag: Tag, { title }: VerifyWords, body: string): string {
  return `<!doctype html>
<html lang="${tag}" dir="${tag === 'ar' ? 'rtl' : 'ltr'}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
<style>
:root { color-scheme: light dark; font: 112.5%/1.5 system-ui, sans-serif }
body { max-width: 30rem; overflow-wrap: anywhere; margin: 8vh auto 4rem; padding: 0 1.25rem }
h1 { margin: 0 0 1rem; font-size: min(2rem, 11vw) }
.good { color: light-dark(#15803d, #4ade80) }
.bad { color: light-dark(#b91c1c, #f87171) }
dt { color: light-dark(#52525b, #a1a1aa); font-size: 0.9rem }
dd { margin: 0 0 0.75rem }
</style>
<main>
<p>${escapeHtml(title)}</p>
${body}
</main>
</html>
`
}
