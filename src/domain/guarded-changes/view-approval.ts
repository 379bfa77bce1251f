import type { Approval } from '@counterfoil/contract/admin/approvals.ts'
import { ENGLISH } from '@counterfoil/contract/words/english.ts'
import type { Static } from 'typebox'
import type { Reader } from '../../platform/database/db.ts'
import { putIntoWords } from '../audit/put-into-words.ts'
import type { ApprovalRow } from './approval-queries.ts'

export type ApprovalView = Static<typeof Approval>

/** An action whose words are its changes. */
const LISTING = 'settings.update'

/** Puts requests into words, as the audit log says them. */
export async function viewApprovals(sql: Reader, rows: ApprovalRow[]): Promise<ApprovalView[]> {
  const entries = rows.map(({ id, requestedAt: at, requestedBy: actor, target, before, after }) => ({
    ...{ id, at, actor, action: LISTING, target, before, after },
  }))
  const described = await putIntoWords(sql, entries)
  return rows.map(
    ({ before: _before, after: _after, requestedByRole: _role, requesterStaffId: _staff, ...row }, place) => {
      const words = described[place]
      if (!words) throw new Error(`no words for the request ${row.id}`)
      const { targetName, summary, changes, facts } = words
      return {
        ...row,
        targetName,
        changes,
        ...(row.kind === 'voucher.publish'
          ? { summary: ENGLISH.sentences.publication, facts: { ...facts, sentence: 'publication' } }
          : { summary, facts }),
      } as ApprovalView
    },
  )
}

export async function viewApproval(sql: Reader, row: ApprovalRow): Promise<ApprovalView> {
  const [view] = await viewApprovals(sql, [row])
  return view as ApprovalView
}
