import { routesOf } from '../define-route.ts'
import { Like, Nullable, OneOf, Text, Timestamp } from '../shapes/fields.ts'
import { ApprovalId, MerchantId, PartnerId } from '../shapes/ids.ts'
import { Strict } from '../shapes/strict.ts'
import { Type } from '../shapes/type.ts'
import { Actor, AuditEntry, entryWords } from './audit.ts'
import { ById, CountedPage, CountQuery, PageQuery } from './shapes.ts'

export const APPROVAL_STATES = ['PENDING', 'APPROVED', 'REJECTED', 'WITHDRAWN', 'EXPIRED', 'LAPSED'] as const

/** Turning approvals off is a guarded change itself. */
export const TURN_APPROVALS_OFF = 'settings.approvals' as const

export const APPROVAL_KINDS = [
  'voucher.publish',
  'voucher.schedule',
  'voucher.update',
  'outlet.update',
  'outlet.pins',
  'partner.update',
  TURN_APPROVALS_OFF,
] as const

/** A request ends after this many days. */
export const APPROVAL_DAYS = 7

const note = Text(500, { examples: ['Agreed with the merchant on the phone.'] })

const fields = {
  id: ApprovalId,
  kind: OneOf(APPROVAL_KINDS, { description: 'What was requested.', examples: ['voucher.update'] }),
  state: OneOf(APPROVAL_STATES, {
    description:
      'EXPIRED: nobody decided within 7 days. LAPSED: the record has changed since, so the request can no longer be approved.',
    examples: ['PENDING'],
  }),
  target: Like(AuditEntry.properties.target, {
    description: 'The record, as `object:id`. New PINs of several outlets have their merchant.',
  }),
  targetName: AuditEntry.properties.targetName,
  merchantId: Nullable(MerchantId),
  partnerId: Like(Nullable(PartnerId), { examples: [null] }),
  ...entryWords,
  requestedBy: Actor,
  requestedAt: Timestamp,
  expiresAt: Like(Timestamp, { examples: ['2026-11-22T08:30:00.000Z'] }),
  recordChanged: Type.Boolean({
    description: 'True if the record has changed since the request: approving it is 409 `record_changed`.',
    examples: [false],
  }),
  decidedBy: Like(Nullable(Actor), { examples: [null] }),
  decidedAt: Like(Nullable(Timestamp), { examples: [null] }),
  note: Like(Nullable(note), { description: 'The note of the decision.', examples: [null] }),
  isEmergency: Type.Boolean({
    description: 'True if an operator applied it with the emergency command, without a second person.',
    examples: [false],
  }),
}

/** What a guarded change answers, with 202, while changes need approval. */
export const Approval = Type.Object(fields, {
  title: 'Approval',
  description: 'A change that was requested and waits for a second person, or their decision.',
})

/** The response of a guarded change that was not made yet. */
export const SENT_FOR_APPROVAL = {
  description:
    'Changes like this one need approval: nothing has changed yet, and a second person decides. See `Approvals`.',
  body: Approval,
}

const mayDecide = Type.Boolean({
  description:
    'Whether the caller can approve or reject it: a person with enough rights, and not their own request.',
  examples: [true],
})
const mayWithdraw = Type.Boolean({
  description: 'Whether the caller has requested it, and can withdraw it.',
  examples: [false],
})

export const ApprovalForCaller = Type.Object(
  { ...fields, mayDecide, mayWithdraw },
  { title: 'ApprovalForCaller' },
)

export const ApprovalSettings = Type.Object(
  {
    isRequired: Type.Boolean({
      description: 'Whether guarded changes need the approval of a second person.',
      examples: [true],
    }),
    updatedAt: Timestamp,
  },
  { title: 'ApprovalSettings' },
)

const defineRoute = routesOf('admin', 'Approvals')

export const listApprovals = defineRoute({
  id: 'listApprovals',
  method: 'GET',
  path: '/admin/approvals',
  summary: 'List requests for approval, newest first',
  description:
    'Merchants and partners see those of their own records; an actor outside of their organization has the name ' +
    '`Operator` and no id.',
  query: Type.Object({
    state: Type.Optional(OneOf(APPROVAL_STATES, { examples: ['PENDING'] })),
    target: Type.Optional(AuditEntry.properties.target),
    decidable: Type.Optional(
      Type.Boolean({
        description: 'If true, only requests that wait, and that the caller can approve or reject.',
        examples: [true],
      }),
    ),
    ...PageQuery,
    ...CountQuery,
  }),
  responses: { 200: { description: 'A page of results.', body: CountedPage(ApprovalForCaller) } },
  roles: ['admin', 'support', 'viewer', 'merchant', 'partner'],
})

export const getApproval = defineRoute({
  id: 'getApproval',
  method: 'GET',
  path: '/admin/approvals/{id}',
  summary: 'Get a request for approval',
  params: ById,
  responses: { 200: { description: 'The request.', body: ApprovalForCaller } },
  errors: ['not_found'],
  roles: ['admin', 'support', 'viewer', 'merchant', 'partner'],
})

const Decision = Strict({ note: Type.Optional(note) }, { title: 'ApprovalDecision' })

export const approveRequest = defineRoute({
  id: 'approveRequest',
  method: 'POST',
  path: '/admin/approvals/{id}/approve',
  summary: 'Approve a request, and make its change',
  description:
    'Makes exactly the requested change, or refuses with the reason for which the change itself is refused. Needs a person ' +
    'with a session: an admin, or a member of the same merchant or partner if one of its own requested it. Nobody ' +
    'approves their own request, or one of an API key that they created. The person who requested it must still have the right to.',
  params: ById,
  body: Decision,
  timeoutMs: 10 * 60 * 1000,
  responses: { 200: { description: 'The approved request.', body: Approval } },
  errors: [
    'not_found',
    'own_request',
    'session_needed',
    'approval_decided',
    'record_changed',
    'requester_not_allowed',
    'voucher_incomplete',
    'voucher_published',
    'publication_limit_reached',
    'issuer_taken',
  ],
  roles: ['admin', 'merchant', 'partner'],
  needsRecentProof: true,
})

export const rejectRequest = defineRoute({
  id: 'rejectRequest',
  method: 'POST',
  path: '/admin/approvals/{id}/reject',
  summary: 'Reject a request',
  description: 'For the same people as an approval. Nothing changes.',
  params: ById,
  body: Decision,
  responses: { 200: { description: 'The rejected request.', body: Approval } },
  errors: ['not_found', 'own_request', 'session_needed', 'approval_decided'],
  roles: ['admin', 'merchant', 'partner'],
})

export const withdrawRequest = defineRoute({
  id: 'withdrawRequest',
  method: 'POST',
  path: '/admin/approvals/{id}/withdraw',
  summary: 'Withdraw one’s own request',
  params: ById,
  responses: { 200: { description: 'The withdrawn request.', body: Approval } },
  errors: ['not_found', 'forbidden', 'approval_decided'],
  roles: ['admin', 'merchant', 'partner'],
})

export const viewApprovalSettings = defineRoute({
  id: 'viewApprovalSettings',
  method: 'GET',
  path: '/admin/settings/approvals',
  summary: 'Show whether changes need approval',
  responses: { 200: { description: 'The setting.', body: ApprovalSettings } },
  roles: ['admin', 'support', 'viewer', 'merchant', 'partner'],
})

export const replaceApprovalSettings = defineRoute({
  id: 'replaceApprovalSettings',
  method: 'PUT',
  path: '/admin/settings/approvals',
  summary: 'Turn approvals on or off',
  description:
    'Turning them on needs two active admins who have signed in. Turning them off needs approval itself.',
  body: Strict({ isRequired: ApprovalSettings.properties.isRequired }),
  responses: {
    200: { description: 'The new setting.', body: ApprovalSettings },
    202: SENT_FOR_APPROVAL,
  },
  errors: ['two_admins_needed'],
  roles: ['admin'],
  needsRecentProof: true,
})
