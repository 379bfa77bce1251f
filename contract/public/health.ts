import { routesOf } from '../define-route.ts'
import { OneOf } from '../shapes/fields.ts'
import { Type } from '../shapes/type.ts'

const defineRoute = routesOf('public', 'Operations')

export const Health = Type.Object({ status: OneOf(['ok']) }, { title: 'Health' })

export const getHealth = defineRoute({
  id: 'getHealth',
  method: 'GET',
  path: '/healthz',
  summary: 'Liveness check',
  description: 'Answers 200 while the process runs. Never uses the database.',
  responses: { 200: { description: 'Alive.', body: Health } },
})

export const getReadiness = defineRoute({
  id: 'getReadiness',
  method: 'GET',
  path: '/readyz',
  summary: 'Readiness check',
  description:
    'Answers 200 while the node can serve reads: the primary database answers within 2 seconds and has the schema of ' +
    'this release or a later one. At shutdown it fails first, so that the load balancer stops sending requests. With ' +
    '`?for=writes`, the database must also commit, and redemptions must make progress: for load balancers that route ' +
    'writes separately. In a 503, `details` has the state of each part: `reads`, `writes`, `schema`, `draining`.',
  query: Type.Object({
    for: Type.Optional(OneOf(['writes'], { description: 'Checks that writes work, too.' })),
  }),
  responses: { 200: { description: 'Ready.', body: Health } },
})

export const getMetrics = defineRoute({
  id: 'getMetrics',
  method: 'GET',
  path: '/metrics',
  summary: 'Prometheus metrics',
  description: 'Needs `Authorization: Bearer` with METRICS_TOKEN or an admin API key.',
  responses: {
    200: { description: 'Metrics in the Prometheus text format.', body: Type.String(), type: 'text/plain' },
  },
  errors: ['unauthorized', 'forbidden'],
})
