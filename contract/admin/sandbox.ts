import { routesOf } from '../define-route.ts'
import { ClockChange, DeliveryTest, DeliveryTestResult, TestClock } from '../integration/sandbox.ts'
import { Type } from '../shapes/type.ts'
import { CreatedPartner, Partner } from './partners.ts'
import { ById } from './shapes.ts'

const defineRoute = routesOf('admin', 'Sandbox')
const roles = ['admin', 'partner'] as const
const twinNote = 'The id is that of the live partner or its test twin.'

export const CreatedTwin = Type.Object(
  {
    ...CreatedPartner.properties,
    apiKey: Type.String({
      description: 'An API key of role partner, for the test twin. Shown only once.',
      examples: ['cfk_3q2-7w8Zt4mXvB1nKcR5yJdLhS9aQfGeUoTpW6iNxM0'],
    }),
  },
  { title: 'CreatedTwin' },
)

export const createTwin = defineRoute({
  id: 'createTwin',
  method: 'POST',
  path: '/admin/partners/{id}/sandbox',
  summary: 'Create the test twin of a partner',
  description:
    'The twin is a test partner with its own slug, secret, API key, signing key and scenarios. A repeated call ' +
    'returns 200 with the same twin, without secret and API key.',
  params: ById,
  responses: {
    200: { description: 'It exists already.', body: Partner },
    201: { description: 'Created.', body: CreatedTwin },
  },
  errors: ['not_found', 'slug_taken'],
  roles,
  needsRecentProof: true,
})

export const Sandbox = Type.Object(
  {
    partner: Partner,
    clock: TestClock,
    failing: DeliveryTestResult.properties.failing,
  },
  { title: 'Sandbox', description: '`partner` is the test twin.' },
)

export const getSandbox = defineRoute({
  id: 'getSandbox',
  method: 'GET',
  path: '/admin/partners/{id}/sandbox',
  summary: 'Get the state of a sandbox',
  description: `Answers 404 \`not_found\` if the partner has no test twin yet. ${twinNote}`,
  params: ById,
  responses: { 200: { description: 'The sandbox.', body: Sandbox } },
  errors: ['not_found'],
  roles: ['admin', 'support', 'viewer', 'partner'],
})

export const copyLiveKeys = defineRoute({
  id: 'copyLiveKeys',
  method: 'POST',
  path: '/admin/partners/{id}/sandbox/keys',
  summary: 'Copy the keys of the live partner to its test twin',
  description:
    'Copies jwksUrl, publicKey, nextPublicKey and jwtAudience. The issuer stays that of the twin, and tokens of ' +
    `\`POST /integrations/test/tokens\` are accepted as before. ${twinNote} The key of the twin gets 404 \`not_found\`, as ` +
    'it has no access to the live partner.',
  params: ById,
  responses: { 200: { description: 'The test twin.', body: Partner } },
  errors: ['not_found'],
  roles,
  needsRecentProof: true,
})

export const moveSandboxClock = defineRoute({
  id: 'moveSandboxClock',
  method: 'PUT',
  path: '/admin/partners/{id}/sandbox/clock',
  summary: 'Move the clock of a sandbox',
  description: `Like \`PUT /integrations/test/clock\`. ${twinNote}`,
  params: ById,
  body: ClockChange,
  responses: { 200: { description: 'The clock after the change.', body: TestClock } },
  errors: ['not_found', 'clock_backwards', 'rate_limited'],
  roles,
})

export const failSandboxDeliveries = defineRoute({
  id: 'failSandboxDeliveries',
  method: 'POST',
  path: '/admin/partners/{id}/sandbox/deliveries',
  summary: 'Let deliveries of a sandbox fail, or retry them now',
  description: `Like \`POST /integrations/test/deliveries\`. ${twinNote}`,
  params: ById,
  body: DeliveryTest,
  responses: { 200: { description: 'Done.', body: DeliveryTestResult } },
  errors: ['not_found'],
  roles,
})

export const emptySandbox = defineRoute({
  id: 'emptySandbox',
  method: 'POST',
  path: '/admin/partners/{id}/sandbox/reset',
  summary: 'Start a sandbox again',
  description: `Like \`POST /integrations/test/reset\`. ${twinNote}`,
  params: ById,
  responses: { 204: { description: 'Empty again.', body: null } },
  errors: ['not_found', 'rate_limited'],
  roles,
})
