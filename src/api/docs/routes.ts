import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openapiDocument } from '@counterfoil/contract/openapi.ts'
import staticFiles from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { Served } from '../../platform/http/serve.ts'

const VIEWER = dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/package.json')))

const PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Counterfoil API reference</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/viewer/swagger-ui.css">
<style>.swagger-ui .topbar { display: none }</style>
<div id="reference"></div>
<noscript>The document itself is at <a href="/openapi.json">/openapi.json</a>.</noscript>
<script src="/docs/viewer/swagger-ui-bundle.js"></script>
<script src="/docs/viewer.js"></script>
</html>
`

const SCRIPT = `SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  validatorUrl: null,
})
`

// The viewer has inline styles and icons in data URLs. Everything else comes from this host, and nothing is sent elsewhere.
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
  "connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** The API reference, generated from the routes that this app serves. */
export async function docsRoutes(server: FastifyInstance, served: Served, publicUrl: string): Promise<void> {
  await server.register(async (docs) => {
    docs.addHook(
      'onRequest',
      async (_request, reply) => void reply.header('x-content-type-options', 'nosniff'),
    )
    await serveReference(docs, served, publicUrl)
  })
}

async function serveReference(docs: FastifyInstance, served: Served, publicUrl: string): Promise<void> {
  let document: string | null = null

  docs.get('/openapi.json', async (_request, reply) => {
    document ??= JSON.stringify(openapiDocument(served, { serverUrl: publicUrl }))
    return reply.type('application/json').header('access-control-allow-origin', '*').send(document)
  })

  docs.get('/docs', async (_request, reply) =>
    reply.type('text/html; charset=utf-8').header('content-security-policy', POLICY).send(PAGE),
  )
  docs.get('/docs/', async (_request, reply) => reply.redirect('/docs', 308))
  docs.get('/docs/viewer.js', async (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(SCRIPT),
  )

  await docs.register(staticFiles, {
    root: VIEWER,
    prefix: '/docs/viewer/',
    index: false,
    decorateReply: false,
    immutable: true,
    maxAge: '1h',
    allowedPath: (path) => path.endsWith('/swagger-ui.css') || path.endsWith('/swagger-ui-bundle.js'),
  })
}
