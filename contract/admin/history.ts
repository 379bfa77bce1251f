import { routesOf } from '../define-route.ts'
import { Timestamp, Uuid } from '../shapes/fields.ts'
import { Type } from '../shapes/type.ts'
import { Actor, AuditEntry, entryWords } from './audit.ts'
import { Page, PageQuery } from './shapes.ts'

/** The kinds of records that have a history and an id. A category has a slug. */
export const HISTORY_KINDS = [
  'partner',
  'merchant',
  'outlet',
  'voucher',
  'staff',
  'key',
  'redemption',
  'user',
  'alert_destination',
] as const

export const HistoryEntry = Type.Object(
  { id: Uuid, at: Timestamp, actor: Actor, action: AuditEntry.properties.action, ...entryWords },
  { title: 'HistoryEntry' },
)

const defineRoute = routesOf('admin', 'Audit')

export const listHistory = defineRoute({
  id: 'listHistory',
  method: 'GET',
  path: '/admin/history',
  summary: 'List the changes of one record in words, newest first',
  description:
    'Who may read a record may read its history: staff members and keys are for admins and support. The history of a ' +
    'merchant has no entries of its outlets and vouchers, which have their own. For a merchant or a partner, an actor ' +
    'outside of its own organization has the name `Operator` and no id.',
  query: Type.Object({
    target: Type.String({
      pattern: `^(?:(?:${HISTORY_KINDS.join('|')}):[0-9A-Fa-f-]{36}|category:[A-Z][A-Z0-9_]{0,62})$`,
      description: `a kind and an id (${HISTORY_KINDS.join(', ')}), or category and a slug`,
      examples: ['voucher:0199a1b6-52e9-7f38-8c55-e07a3b91d604'],
    }),
    ...PageQuery,
  }),
  responses: { 200: { description: 'A page of results.', body: Page(HistoryEntry) } },
  errors: ['not_found'],
  roles: ['admin', 'support', 'viewer', 'merchant', 'partner', 'partner-support'],
})
