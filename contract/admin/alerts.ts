import { routesOf } from '../define-route.ts'
import { Nullable, OneOf, Timestamp } from '../shapes/fields.ts'
import { OutletId } from '../shapes/ids.ts'
import { outletFields } from '../shapes/outlet.ts'
import { Type } from '../shapes/type.ts'
import { DeliveryHealth } from './delivery-health.ts'
import { Page } from './shapes.ts'

export const ALERT_KINDS = [
  'PIN_GUESSING',
  'PIN_DEFENSE',
  'CODE_GUESSING',
  'POOL_LOW',
  'POOL_EMPTY',
  'ENDPOINT_FAILING',
  'ENDPOINT_PAUSED',
  'JWKS_UNREACHABLE',
  'SIGN_IN_GUESSING',
  'SCHEDULE_FAILED',
] as const

export const Alert = Type.Object(
  {
    kind: OneOf(ALERT_KINDS),
    message: Type.String({ examples: ['57 wrong PINs at Kopi Corner Suria within an hour'] }),
    subject: Type.Object(
      { type: OneOf(['outlet', 'voucher', 'partner', 'staff']), id: OutletId, name: outletFields.name },
      { description: 'The object that the alert is about.' },
    ),
    since: Timestamp,
    delivery: Nullable(DeliveryHealth),
  },
  { title: 'Alert' },
)

const defineRoute = routesOf('admin', 'Alerts')

export const listAlerts = defineRoute({
  id: 'listAlerts',
  method: 'GET',
  path: '/admin/alerts',
  summary: 'List current alerts, newest first',
  description: 'A partner’s own key sees the alerts about its endpoint and its keys.',
  responses: { 200: { description: 'All alerts, on one page.', body: Page(Alert) } },
  roles: ['admin', 'support', 'viewer', 'partner'],
})
