import type { Approval } from '@counterfoil/contract/admin/approvals.ts'
import type { EntryFacts } from '@counterfoil/contract/admin/facts.ts'
import { describerOf } from '@counterfoil/contract/words/describe-facts.ts'
import { IN_ENGLISH } from '@counterfoil/contract/words/in-english.ts'
import type { Static } from 'typebox'
import type { CellsDeps } from '../../platform/cells/merge.ts'
import type { Reader } from '../../platform/database/db.ts'
import { sayPublication } from '../audit/facts/action-facts.ts'
import { type EntryInWords, putIntoWords, putIntoWordsIn } from '../audit/put-into-words.ts'
import type { ApprovalRow } from './approval-queries.ts'

export type ApprovalView = Static<typeof Approval>

/** An action whose words are its changes. */
const LISTING = 'settings.update'

/** Puts requests into words, as the audit log says them. */
export async function viewApprovals(deps: CellsDeps, rows: ApprovalRow[]): Promise<ApprovalView[]> {
  return toViews(rows, await putIntoWords(deps, rows.map(toEntry)))
}

/** Puts a request into words in the transaction that changes it. */
export async function viewApproval(tx: Reader, row: ApprovalRow): Promise<ApprovalView> {
  const [view] = toViews([row], await putIntoWordsIn(tx, [toEntry(row)]))
  return view as ApprovalView
}

function toEntry({ id, requestedAt: at, requestedBy: actor, target, before, after }: ApprovalRow) {
  return { id, at, actor, action: LISTING, target, before, after }
}

function toViews(rows: ApprovalRow[], described: EntryInWords[]): ApprovalView[] {
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
