import { ROLES, routesOf } from '../define-route.ts'
import { LaterTimestamp, Like, Nullable, Text, Timestamp } from '../shapes/fields.ts'
import { Strict } from '../shapes/strict.ts'
import { Type } from '../shapes/type.ts'

const MAX_MESSAGE_LENGTH = 200

const until = Nullable(
  Like(LaterTimestamp, {
    description: 'Maintenance is over at this time. Null: until somebody turns it off.',
  }),
)
const message = Nullable(
  Text(MAX_MESSAGE_LENGTH, {
    description: 'Shown to users and staff, as plain text. Null: the apps show only their standard text.',
    examples: ['We are moving to a new data center.'],
  }),
)

export const MaintenanceState = Type.Object(
  {
    isOn: Type.Boolean({ examples: [true] }),
    since: Nullable(Like(Timestamp, { description: 'Null while it is off, like all other fields.' })),
    until,
    message,
    startedBy: Nullable(
      Type.String({
        description: 'Who turned it on. Only admins and support see it.',
        examples: ['Aina Rahman'],
      }),
    ),
  },
  { title: 'Maintenance' },
)

const path = '/admin/maintenance'
const defineRoute = routesOf('admin', 'Maintenance')

export const viewMaintenance = defineRoute({
  id: 'viewMaintenance',
  method: 'GET',
  path,
  summary: 'Show whether maintenance is on',
  responses: { 200: { description: 'The state.', body: MaintenanceState } },
  roles: ROLES,
})

export const turnMaintenanceOn = defineRoute({
  id: 'turnMaintenanceOn',
  method: 'PUT',
  path,
  summary: 'Turn maintenance on, or change its end and message',
  description:
    'All nodes follow within 2 seconds. Requests that write then get 503 `maintenance`. Reads, replays of ' +
    'redemptions, signing in and webhooks still work.',
  body: Strict({ until, message: Type.Optional(message) }, { title: 'MaintenanceRequest' }),
  responses: { 200: { description: 'The new state.', body: MaintenanceState } },
  roles: ['admin'],
  worksInMaintenance: true,
  needsRecentProof: true,
})

export const turnMaintenanceOff = defineRoute({
  id: 'turnMaintenanceOff',
  method: 'DELETE',
  path,
  summary: 'Turn maintenance off',
  responses: { 204: { description: 'Maintenance is off.', body: null } },
  roles: ['admin'],
  worksInMaintenance: true,
  needsRecentProof: true,
})
