import type { FastifyInstance } from 'fastify'
import type { Config } from '../../platform/config.ts'
import { PAGE_HEADERS } from '../../platform/http/security-headers.ts'
import { VERSION } from '../../platform/version.ts'

type Link = { name: string; path: string; about: string }

const LINKS: Link[] = [
  { name: 'Console', path: '/console/', about: 'Manage partners, merchants and vouchers.' },
  { name: 'Documentation', path: '/docs/', about: 'Quickstarts, guides and the operator’s handbook.' },
  { name: 'API reference', path: '/docs/api', about: 'Every route, with examples, to try out.' },
  { name: 'OpenAPI document', path: '/openapi.json', about: 'For code generators and tools.' },
]
const DEMO: Link = { name: 'Demo', path: '/demo', about: 'Open the voucher app as a demo user.' }

const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; " +
  "frame-ancestors 'none'"

/** A token of the demo user; null if there is no demo data. */
export type MintDemoToken = () => Promise<string | null>

/** Answers `/` with a page for people and with JSON for programs. `/demo` opens the webview as the demo user. */
export function landingRoutes(
  server: FastifyInstance,
  { demo }: Pick<Config, 'demo'>,
  mintDemoToken: MintDemoToken,
): void {
  const links = demo ? [DEMO, ...LINKS] : LINKS
  const page = landingPage(links)
  const json = {
    name: 'Counterfoil',
    version: VERSION,
    links: Object.fromEntries(links.map(({ name, path }) => [name, path])),
  }
  server.get('/', (request, reply) => {
    reply.header('vary', 'accept')
    if (!request.headers.accept?.includes('text/html')) return reply.send(json)
    return reply
      .headers({ 'content-security-policy': POLICY, ...PAGE_HEADERS })
      .type('text/html; charset=utf-8')
      .send(page)
  })
  server.get('/demo', async (_request, reply) => {
    const token = await mintDemoToken()
    if (token === null) return reply.callNotFound()
    return reply.header('cache-control', 'no-store').redirect(`/app/#token=${token}`, 303)
  })
}

function landingPage(links: Link[]): string {
  const items = links.map(
    ({ name, path, about }) => `<li><a href="${path}"><strong>${name}</strong><span>${about}</span></a></li>`,
  )
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Counterfoil</title>
<link rel="icon" href="data:,">
<style>
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 34rem; margin: 12vh auto 4rem; padding: 0 1.25rem }
h1 { margin: 0; font-size: 2rem; letter-spacing: -0.02em }
ul { display: grid; gap: 0.75rem; margin: 2rem 0 0; padding: 0; list-style: none }
a { display: grid; padding: 0.9rem 1.1rem; border: 1px solid light-dark(#d4d4d8, #3f3f46); border-radius: 0.75rem;
  color: inherit; text-decoration: none }
a:hover { border-color: currentColor }
a:focus-visible { outline: 3px solid #2563eb; outline-offset: 2px }
p, span { color: light-dark(#52525b, #a1a1aa) }
</style>
<main>
<h1>Counterfoil</h1>
<p>A voucher service that partner apps embed. Users claim vouchers and redeem them at an outlet with its PIN.</p>
<ul>
${items.join('\n')}
</ul>
</main>
</html>
`
}
