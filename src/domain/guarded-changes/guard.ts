import { isDeepStrictEqual } from 'node:util'
import { APPROVAL_DAYS } from '@counterfoil/contract/admin/approvals.ts'
import type { Tx } from '../../platform/database/db.ts'
import { orderedId } from '../../platform/database/ordered-id.ts'
import type { Runtime } from '../../platform/runtime.ts'
import type { Caller } from '../actors/caller.ts'
import { record } from '../audit/record.ts'
import {
  type ApprovalKind,
  findSameRequest,
  insertApproval,
  type NewApproval,
  type Shown,
} from './approval-queries.ts'
import { isApprovalRequired, type Owners } from './settings-queries.ts'
import { type ApprovalView, viewApproval } from './view-approval.ts'

/**
 * The result of an operation that has stored a request instead of making the change. It is a class, so that `instanceof`
 * distinguishes it from every other result.
 */
export class SentForApproval<Extra extends object = object> {
  readonly approval: ApprovalView
  /** What only this response shows, such as generated PINs. */
  readonly extra: Extra

  constructor(approval: ApprovalView, extra: Extra) {
    this.approval = approval
    this.extra = extra
  }

  /** The body of 202. */
  get body(): ApprovalView & Extra {
    return { ...this.approval, ...this.extra }
  }
}

/** Passed to an operation when its change was approved. Only `approvals/` may import it, and a test checks that. */
export const APPROVED = Symbol('approved')
export type Approved = typeof APPROVED | undefined

/** What a request says about its change. */
export type ChangeRequest = Owners & {
  kind: ApprovalKind
  /** The record, as in the audit log. */
  target: string
  /** Each record that the change is made to, as it is now. The settings have no id. */
  records: { id?: string; version: number }[]
  /** What the operation gets when the request is approved. It must not contain a secret. */
  payload: Record<string, unknown>
}

type Fields = Record<string, unknown>
const BOOKKEEPING = new Set(['createdAt', 'updatedAt', 'version', 'publishedAt'])

/** The changed fields, for the preview. */
export function differences(before: Fields, after: Fields): { before: Shown; after: Shown } {
  const changed = Object.keys(after).filter(
    (name) => !BOOKKEEPING.has(name) && !isDeepStrictEqual(before[name], after[name]),
  )
  const pick = (from: Fields) => Object.fromEntries(changed.map((name) => [name, from[name]]))
  return { before: pick(before), after: pick(after) }
}

/**
 * Makes a change and returns its result, then takes it back. So a request that would be refused is refused at once, and
 * its preview is exact.
 */
export async function rehearse<T>(tx: Tx, write: () => Promise<T>): Promise<T> {
  try {
    return await tx.savepoint(async () => {
      throw new Rehearsed(await write())
    })
  } catch (error) {
    if (error instanceof Rehearsed) return error.result as T
    throw error
  }
}

class Rehearsed extends Error {
  readonly result: unknown

  constructor(result: unknown) {
    super('rehearsed')
    this.result = result
  }
}

/** Whether a change to records of these owners must be requested now. */
export async function needsApproval(tx: Tx, owners: Owners, approved?: Approved): Promise<boolean> {
  return approved !== APPROVED && (await isApprovalRequired(tx, owners))
}

/** Stores a request, in the transaction that would have made the change. The same request again is the one that waits. */
export async function requestApproval<Extra extends object = Record<never, never>>(
  tx: Tx,
  { now: clock }: Pick<Runtime, 'now'>,
  caller: Caller,
  { records, ...request }: ChangeRequest,
  preview: { before: Shown | null; after: Shown },
  extra = {} as Extra,
): Promise<SentForApproval<Extra>> {
  const now = clock()
  const approval: NewApproval = {
    ...request,
    ...preview,
    id: orderedId(),
    records: records.map(({ id, version }) => ({ id: id ?? null, version })),
    requestedBy: caller,
    requestedAt: now,
    expiresAt: new Date(now.getTime() + APPROVAL_DAYS * 24 * 60 * 60 * 1000),
  }
  const same = await findSameRequest(tx, approval, now)
  if (same) return new SentForApproval(await viewApproval(tx, same), extra)
  const { before, after } = preview
  await record(tx, { caller, at: now, action: 'approval.request', target: request.target, before, after })
  return new SentForApproval(await viewApproval(tx, await insertApproval(tx, approval)), extra)
}

/** Makes a change to one record, or requests it. The request shows the fields that `write` would change. */
export async function writeOrRequest<T extends Fields>(
  tx: Tx,
  deps: Pick<Runtime, 'now'>,
  caller: Caller,
  request: ChangeRequest,
  change: {
    before: T
    changes: Partial<NoInfer<T>>
    write: () => Promise<T>
    isGuarded: (before: NoInfer<T>, after: NoInfer<T>) => boolean
    approved: Approved
  },
): Promise<T | SentForApproval> {
  const { before, changes, write, isGuarded, approved } = change
  const mayBeGuarded = isGuarded(before, { ...before, ...changes })
  if (!mayBeGuarded || !(await needsApproval(tx, request, approved))) return write()
  const after = await rehearse(tx, write)
  // A time can be written in several ways.
  if (!isGuarded(before, after)) return write()
  return requestApproval(tx, deps, caller, request, differences(before, after))
}
