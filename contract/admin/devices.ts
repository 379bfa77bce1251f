import { deviceName } from '../counter/counter.ts'
import { routesOf } from '../define-route.ts'
import { LaterTimestamp, Like, Nullable, Timestamp } from '../shapes/fields.ts'
import { DeviceId, OutletId } from '../shapes/ids.ts'
import { Strict } from '../shapes/strict.ts'
import { Type } from '../shapes/type.ts'
import { ById, Page } from './shapes.ts'

/** Per outlet. */
export const MAX_DEVICES = 20

export const Device = Type.Object(
  {
    id: DeviceId,
    outletId: OutletId,
    name: deviceName,
    createdAt: Timestamp,
    isConnected: Type.Boolean({ description: 'False until the link was opened.', examples: [true] }),
    lastUsedAt: Like(Nullable(Timestamp), { description: 'To the minute. Null: never used.' }),
    expiresAt: Like(LaterTimestamp, {
      description: 'When the link ends; once connected, when the device ends unless it is used.',
    }),
  },
  { title: 'Device' },
)

export const CreatedDevice = Type.Object(
  {
    ...Device.properties,
    url: Type.String({
      description: 'Open it on the device within 15 minutes. Shown only once. It works once.',
      examples: ['https://vouchers.example.com/counter/#device=q3V9zXk1TnB7sLw0YhR5uEj2Cm8PdGfA'],
    }),
  },
  { title: 'CreatedDevice' },
)

const defineRoute = routesOf('admin', 'Outlets')

export const createDevice = defineRoute({
  id: 'createDevice',
  method: 'POST',
  path: '/admin/outlets/{id}/devices',
  summary: 'Create a device that confirms codes at an outlet',
  description:
    'The response includes a link, which connects the tablet or phone that opens it. The outlet must be active and take ' +
    'codes (`redeemBy` QR or BOTH). An outlet has at most 20 devices. A device ends after 90 days, after 30 days ' +
    'without use, when it is revoked, and when the outlet turns inactive or no longer takes codes.',
  params: ById,
  body: Strict({ name: deviceName }, { title: 'NewDevice' }),
  responses: { 201: { description: 'Created.', body: CreatedDevice } },
  errors: ['not_found', 'outlet_inactive', 'qr_not_enabled', 'too_many_devices'],
  roles: ['admin', 'merchant'],
  needsRecentProof: true,
})

export const listDevices = defineRoute({
  id: 'listDevices',
  method: 'GET',
  path: '/admin/outlets/{id}/devices',
  summary: 'List the devices of an outlet, newest first',
  description: 'Devices that have ended are not listed.',
  params: ById,
  responses: { 200: { description: 'All devices, on one page.', body: Page(Device) } },
  errors: ['not_found'],
  roles: ['admin', 'support', 'viewer', 'merchant'],
})

export const deleteDevice = defineRoute({
  id: 'deleteDevice',
  method: 'DELETE',
  path: '/admin/devices/{id}',
  summary: 'Revoke a device',
  description: 'Its next request is refused, on all nodes. Redemptions that it confirmed keep its name.',
  params: ById,
  responses: { 204: { description: 'Revoked.', body: null } },
  errors: ['not_found'],
  roles: ['admin', 'merchant'],
})
