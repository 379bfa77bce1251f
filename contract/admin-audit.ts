import Type from 'typebox'
import { Page, PageQuery, PeriodQuery } from './admin-shapes.ts'
import { AnyObject, Nullable, OneOf, Text, Timestamp, Uuid } from './fields.ts'
import { StaffId } from './ids.ts'
import { defineRoute } from './route.ts'

export const ACTOR_KINDS = ['key', 'staff', 'cli', 'system', 'partner'] as const

const Actor = Type.Object({
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

export const AuditEntry = Type.Object(
  {
    id: Uuid,
    at: Timestamp,
    actor: Actor,
    action,
    target,
    before: state({ globalRedemptionCap: 300 }),
    after: state({ globalRedemptionCap: 500 }),
  },
  {
    title: 'AuditEntry',
    description:
      'The audit log is append-only. Secrets, PINs, codes and personal data of users never appear in it. For a ' +
      'user, `after` only names the fields that were set.',
  },
)

export const listAudit = defineRoute({
  id: 'listAudit',
  method: 'GET',
  path: '/admin/audit',
  surface: 'admin',
  tag: 'Audit',
  summary: 'List every change, newest first',
  query: Type.Object({
    actor: Type.Optional(Text(300, { description: 'The kind, id or name of an actor.', examples: ['cli'] })),
    action: Type.Optional(action),
    target: Type.Optional(target),
    ...PeriodQuery,
    ...PageQuery,
  }),
  answers: { 200: { description: 'A page of results.', body: Page(AuditEntry) } },
  roles: ['admin', 'support'],
})
