import { routesOf } from '../define-route.ts'
import { LaterTimestamp, Like, Nullable } from '../shapes/fields.ts'
import { Strict } from '../shapes/strict.ts'
import { SENT_FOR_APPROVAL } from './approvals.ts'
import { ById, IfMatch } from './shapes.ts'
import { AdminVoucher } from './vouchers.ts'

const defineRoute = routesOf('admin', 'Vouchers')

export const scheduleVoucher = defineRoute({
  id: 'scheduleVoucher',
  method: 'PUT',
  path: '/admin/vouchers/{id}/schedule',
  summary: 'Set when a voucher is published and unpublished',
  description:
    'Replaces both times; null for both removes the schedule. A worker then publishes and unpublishes the voucher within ' +
    'seconds of the time, in real time for test merchants, too. A voucher that is incomplete at `publishAt` stays as it ' +
    'was: see `scheduleFailure`. Merchant keys can schedule as many publications within an hour as they can make. While ' +
    'changes need approval, a `publishAt` is requested, and the approved time lapses when the terms of the voucher change.',
  params: ById,
  headers: IfMatch,
  body: Strict(
    {
      publishAt: Like(Nullable(LaterTimestamp), {
        description: 'In the future. Null if the voucher is PUBLISHED.',
        examples: ['2026-12-01T01:00:00.000Z'],
      }),
      unpublishAt: Like(Nullable(LaterTimestamp), { description: 'In the future, and after `publishAt`.' }),
    },
    { title: 'VoucherSchedule' },
  ),
  responses: {
    200: { description: 'The voucher with its schedule.', body: AdminVoucher },
    202: SENT_FOR_APPROVAL,
  },
  errors: ['not_found', 'version_conflict'],
  roles: ['admin', 'merchant'],
})
