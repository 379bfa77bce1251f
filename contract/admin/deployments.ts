import { routesOf } from '../define-route.ts'
import { Text, Timestamp, Uuid } from '../shapes/fields.ts'
import { PartnerId } from '../shapes/ids.ts'
import { Strict } from '../shapes/strict.ts'
import { Type } from '../shapes/type.ts'
import { ById } from './shapes.ts'

const name = Text(100, {
  description: 'What you deployed, such as a version or a commit.',
  examples: ['backend 4.2.0'],
})

export const Deployment = Type.Object(
  { id: Uuid, partnerId: PartnerId, name, at: Timestamp },
  { title: 'Deployment' },
)

const defineRoute = routesOf('admin', 'Requests')

export const createDeployment = defineRoute({
  id: 'createDeployment',
  method: 'POST',
  path: '/admin/partners/{id}/deployments',
  summary: 'Record a deployment of a partner',
  description:
    'Call it when you have deployed. Then `GET /admin/requests?newSinceDeployment=true` lists only what is new since. ' +
    'The last 20 deployments are kept.',
  params: ById,
  body: Strict({ name }),
  responses: { 201: { description: 'Recorded.', body: Deployment } },
  errors: ['not_found'],
  roles: ['admin', 'partner'],
})

export const listDeployments = defineRoute({
  id: 'listDeployments',
  method: 'GET',
  path: '/admin/partners/{id}/deployments',
  summary: 'List the deployments of a partner, newest first',
  params: ById,
  responses: {
    200: { description: 'The last 20 deployments.', body: Type.Object({ items: Type.Array(Deployment) }) },
  },
  errors: ['not_found'],
  roles: ['admin', 'support', 'viewer', 'partner'],
})
