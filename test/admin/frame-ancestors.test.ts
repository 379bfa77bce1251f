import { expect, test } from 'vitest'
import { createHarness } from '../support/harness.ts'
import { onboard } from '../support/signing.ts'

const forDevelopment = await createHarness({ allowPrivateTargets: true })
const forProduction = await createHarness({ allowPrivateTargets: false })

const LOCAL = ['http://localhost', 'http://localhost:5173', 'http://127.0.0.1', 'http://127.0.0.1:8080']

test('200: http on this machine may frame the webview where private targets are allowed', async () => {
  const { id } = await onboard(forDevelopment.admin, { frameAncestors: ['https://app.acme.example'] })
  const response = await forDevelopment.admin('PATCH', `/admin/partners/${id}`, { frameAncestors: LOCAL })
  expect([response.status, response.body.frameAncestors]).toEqual([200, LOCAL])
})

test('400 validation_failed: http on this machine, where private targets are not allowed', async () => {
  const { admin } = forProduction
  const { id } = await onboard(admin)
  const frameAncestors = ['https://app.acme.example', 'http://localhost:5173']
  const response = await admin('PATCH', `/admin/partners/${id}`, { frameAncestors })
  expect([response.status, response.body]).toMatchObject([
    400,
    {
      error: 'validation_failed',
      issues: [
        {
          path: '/frameAncestors/1',
          message: 'must be an https origin: http needs ALLOW_PRIVATE_TARGETS=true',
        },
      ],
    },
  ])
  expect((await admin('GET', `/admin/partners/${id}`)).body.frameAncestors).toEqual([])
})

test.each([
  'http://192.168.0.7:5173',
  'http://localhost.evil.example',
  'http://localhost:5173/',
  'http://127.0.0.1.evil.example',
  'http://app.acme.example',
  'localhost:5173',
  "https://app.acme.example; script-src 'unsafe-inline'",
])('400 validation_failed: %s, even where private targets are allowed', async (origin) => {
  const { id } = await onboard(forDevelopment.admin)
  const response = await forDevelopment.admin('PATCH', `/admin/partners/${id}`, { frameAncestors: [origin] })
  expect([response.status, response.body.error, response.body.issues[0].path]).toEqual([
    400,
    'validation_failed',
    '/frameAncestors/0',
  ])
})
