import type { Approval } from '@counterfoil/contract/admin/approvals.ts'
import type { EntryFacts } from '@counterfoil/contract/admin/facts.ts'
import { describerOf } from '@counterfoil/contract/words/describe-facts.ts'
import { IN_ENGLISH } from '@counterfoil/contract/words/in-english.ts'
import type { Static } from 'typebox'
import type { Reader } from '../../platform/database/db.ts'
import { sayPublication } from '../audit/facts/action-facts.ts'
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
    ({ before: _before, after, requestedByRole: _role, requesterStaffId: _staff, ...row }, place) => {
      const words = described[place]
      if (!words) throw new Error(`no words for the request ${row.id}`)
      const { targetName, summary, changes, facts } = words
      const publication = sayPublication('publication', after)
      return {
        ...row,
        targetName,
        changes,
        ...(publication === null ? { summary, facts } : describePublication({ ...facts, ...publication })),
      } as ApprovalView
    },
  )
}

const describe = describerOf(IN_ENGLISH)

/** Its terms are no changes: the page of the request shows them. */
const describePublication = (facts: Static<typeof EntryFacts>) => ({
  summary: describe(facts).summary,
  facts,
})

export async function viewApproval(sql: Reader, row: ApprovalRow): Promise<ApprovalView> {
  const [view] = await viewApprovals(sql, [row])
  return view as ApprovalView
}
