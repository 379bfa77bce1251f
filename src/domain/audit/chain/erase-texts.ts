import { orderedId } from '../../../platform/database/ordered-id.ts'
import type { Runtime } from '../../../platform/runtime.ts'
import type { Caller } from '../../actors/caller.ts'
import { type ErasedSubject, insertAuditEntry, updateErasedTexts } from '../queries.ts'
import { chainAudit } from './chain-entries.ts'

const DEADLINE_MS = 10 * 60_000

/**
 * Erases texts from the audit log, and records it. The chain stays as it is: it has only digests of the texts, and their
 * salts are erased as well. Returns what was erased; nothing is recorded if nothing was.
 */
export async function eraseAuditTexts(
  deps: Pick<Runtime, 'cell' | 'db' | 'now' | 'log'>,
  caller: Caller,
  subject: ErasedSubject,
): Promise<{ entries: number; texts: number }> {
  await chainAudit(deps)
  return deps.db.begin(async (tx) => {
    await tx.extendDeadline(DEADLINE_MS)
    const id = orderedId()
    const erased = await updateErasedTexts(tx, subject, id)
    if (erased.texts > 0)
      await insertAuditEntry(tx, {
        ...{ id, at: deps.now(), actorKind: caller.kind, actorId: caller.id, actorName: caller.name },
        action: 'audit.erase',
        target: 'staffId' in subject ? `staff:${subject.staffId}` : `audit:${subject.entryId}`,
        ...{ before: null, after: erased },
      })
    return erased
  })
}
