import { routesOf } from '../define-route.ts'
import { AnyObject, Nullable, OneOf, Text, Timestamp, Uuid } from '../shapes/fields.ts'
import { StaffId } from '../shapes/ids.ts'
import { Type } from '../shapes/type.ts'
import { EntryFacts } from './facts.ts'
import { CountedPage, CountQuery, CsvFile, PageQuery, PeriodQuery } from './shapes.ts'

export const ACTOR_KINDS = ['key', 'staff', 'cli', 'system', 'partner'] as const

/** What merchants and partners read instead of the name of the operator's people and keys. */
export const HIDDEN_ACTOR_NAME = 'Operator'

export const Actor = Type.Object({
  kind: OneOf(ACTOR_KINDS, { examples: ['staff'] }),
  id: Nullable(StaffId),
  name: Type.String({ examples: ['Aina Rahman'] }),
})
const action = Text(100, {
  description: 'What was done, as `object.verb`. In a query, `voucher.` matches all actions on vouchers.',
  examples: ['voucher.update'],
})
const target = Text(300, {
  description: 'What was changed, as `object:id`.',
  examples: ['voucher:0199a1b6-52e9-7f38-8c55-e07a3b91d604'],
})

function state(example: Record<string, unknown>) {
  return Nullable(AnyObject({ examples: [example] }))
}

const shownValue = (example: string, side: string) =>
  Nullable(
    Type.String({
      description: `The value ${side}, in words. Null: none, or not shown.`,
      examples: [example],
    }),
  )

/** An entry of the audit log as a person reads it, in English, and as data for other languages. */
export const entryWords = {
  summary: Type.String({ description: 'What was done, in words.', examples: ['Cap 500 → 300'] }),
  changes: Type.Array(
    Type.Object({
      field: Type.String({ description: 'The changed field, in words.', examples: ['Cap'] }),
      property: Type.String({
        description: 'The name of the changed field in the API.',
        examples: ['globalRedemptionCap'],
      }),
      from: shownValue('500', 'before'),
      to: shownValue('300', 'after'),
    }),
    {
      description:
        'Each changed field. Secrets, PINs, keys and images are named without their values. A list has one row for ' +
        'what was added and one for what was removed.',
    },
  ),
  facts: EntryFacts,
}

export const AuditEntry = Type.Object(
  {
    id: Uuid,
    at: Timestamp,
    actor: Actor,
    action,
    target,
    targetName: Nullable(
      Type.String({
        description: 'The name of the changed record today; null if it has none.',
        examples: ['Free kopi with any toast set'],
      }),
    ),
    ...entryWords,
    before: state({ globalRedemptionCap: 500 }),
    after: state({ globalRedemptionCap: 300 }),
  },
  {
    title: 'AuditEntry',
    description:
      'The audit log is append-only. Secrets, PINs, codes and personal data of users never appear in it. For a ' +
      'user, `after` only names the fields that were set.',
  },
)

export const AUDIT_KINDS = [
  'partner',
  'merchant',
  'outlet',
  'voucher',
  'category',
  'staff',
  'key',
  'user',
  'redemption',
  'delivery',
  'image',
  'featured',
  'settings',
  'maintenance',
  'installation',
  'month',
  'alert_destination',
  'bulk',
  'audit',
] as const

const filters = {
  q: Type.Optional(
    Text(200, {
      description:
        'Words, all of which an entry must have: in what was done, the changed fields and values, the name of the actor, ' +
        'or the name of the record today. Each word matches the beginning of a word.',
      examples: ['cap kopi'],
    }),
  ),
  kind: Type.Optional(
    OneOf(AUDIT_KINDS, { description: 'The kind of the changed record.', examples: ['voucher'] }),
  ),
  record: Type.Optional(
    Text(200, {
      description:
        'A part of the name of the changed record today: a partner, merchant, outlet, voucher, category, staff member or ' +
        'key. At most 200 records of each kind are looked for, the newest first.',
      examples: ['Kopi Corner'],
    }),
  ),
  actor: Type.Optional(Text(300, { description: 'The kind, id or name of an actor.', examples: ['cli'] })),
  action: Type.Optional(action),
  target: Type.Optional(target),
  ...PeriodQuery,
}

const defineRoute = routesOf('admin', 'Audit')

export const listAudit = defineRoute({
  id: 'listAudit',
  method: 'GET',
  path: '/admin/audit',
  summary: 'List every change, newest first',
  query: Type.Object({ ...filters, ...PageQuery, ...CountQuery }),
  responses: { 200: { description: 'A page of results.', body: CountedPage(AuditEntry) } },
  roles: ['admin', 'support', 'viewer'],
})

export const exportAudit = defineRoute({
  id: 'exportAudit',
  method: 'GET',
  path: '/admin/audit.csv',
  summary: 'Export every change as CSV, newest first',
  description:
    'Streams all entries that match the filters, after a header line. `before` and `after` are JSON. Text gets an ' +
    'apostrophe where a spreadsheet would read it as a formula.',
  query: Type.Object(filters),
  timeoutMs: 60 * 60 * 1000,
  responses: {
    200: CsvFile(
      'id,at,actorKind,actorName,action,target',
      '0199a7f9-e4a0-7d17-9e28-b3c60f75a106,2026-11-15T08:30:00.000Z,cli,counterfoil command,voucher.publish,voucher:0199a1b6-52e9-7f38-8c55-e07a3b91d604',
    ),
  },
  roles: ['admin', 'support', 'viewer'],
})
