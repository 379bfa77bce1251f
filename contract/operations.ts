import Type from 'typebox'
import { OneOf } from './fields.ts'
import { defineRoute } from './route.ts'

const tag = 'Operations'

export const Health = Type.Object({ status: OneOf(['ok']) }, { title: 'Health' })

export const getHealth = defineRoute({
  id: 'getHealth',
  method: 'GET',
  path: '/healthz',
  surface: 'public',
  tag,
  summary: 'Liveness: the process answers',
  description: 'Never touches the database.',
  answers: { 200: { description: 'Alive.', body: Health } },
})

export const getReadiness = defineRoute({
  id: 'getReadiness',
  method: 'GET',
  path: '/readyz',
  surface: 'public',
  tag,
  summary: 'Readiness: the database answers and has this release’s schema',
  description: 'Fails first at shutdown, so that a load balancer sends no more requests here.',
  answers: { 200: { description: 'Ready.', body: Health } },
})

export const getMetrics = defineRoute({
  id: 'getMetrics',
  method: 'GET',
  path: '/metrics',
  surface: 'public',
  tag,
  summary: 'Prometheus metrics',
  description: '`Authorization: Bearer` with METRICS_TOKEN or an admin’s API key.',
  answers: { 200: { description: 'Prometheus text.', body: Type.String(), type: 'text/plain' } },
  errors: ['unauthorized', 'forbidden'],
})
