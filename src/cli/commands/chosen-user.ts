import { resolve } from 'node:path'
import type { Deps } from '../../domain/deps.ts'
import { findPerson, type Person } from '../../domain/personal-data/export-queries.ts'
import {
  type Archive,
  listArchives,
  UnusableArchive,
} from '../../domain/redemptions/archive/archive-folder.ts'
import { isUuid } from '../../platform/input/uuid.ts'
import { unstorableText } from '../../platform/input/validation.ts'
import { Refusal } from '../../platform/refusal.ts'
import { visible } from '../../platform/visible-text.ts'
import type { CommandContext } from '../run-command.ts'
import { EXIT } from '../terminal/exit-codes.ts'
import { type Failure, UsageError } from '../terminal/failure.ts'
import { choosePartner } from './chosen-partner.ts'

export type UserOptions = { partner: string; externalId?: string; userId?: string; archive?: string[] }
type Work = (deps: Deps, person: Person, archives: Archive[]) => Promise<number>

/** Finds the user and the archives that the options name, and reports what is wrong with them. */
export async function withUser(
  { terminal, openExisting }: CommandContext,
  { partner, externalId, userId, archive = [] }: UserOptions,
  work: Work,
): Promise<number | Refusal> {
  if ((externalId === undefined) === (userId === undefined))
    throw new UsageError('give either --external-id or --user-id')
  try {
    const archives = (await Promise.all(archive.map((folder) => listArchives(resolve(folder))))).flat()
    const { deps } = await openExisting()
    const partnerId = await choosePartner(deps, partner)
    if (partnerId instanceof Refusal) return partnerId
    const person = await find(deps, partnerId, externalId, userId)
    if (person === null) return terminal.fail(unknownUser(partner, externalId ?? userId ?? ''))
    return await work(deps, person, archives)
  } catch (error) {
    if (error instanceof UnusableArchive)
      return terminal.fail(refused('unusable_archive', visible(error.message)))
    throw error
  }
}

async function find(
  deps: Deps,
  partnerId: string,
  externalId?: string,
  userId?: string,
): Promise<Person | null> {
  if (userId !== undefined) return isUuid(userId) ? findPerson(deps.db, partnerId, { userId }) : null
  if (externalId === undefined || unstorableText(externalId)) return null
  return findPerson(deps.db, partnerId, { externalUserId: externalId })
}

function unknownUser(partner: string, id: string): Failure {
  return refused(
    'user_not_found',
    `${visible(partner)} has no user ${visible(id)}. A user who was erased has no external id: use --user-id`,
  )
}

export function refused(error: string, message: string): Failure {
  return { body: { error, message }, message, exitCode: EXIT.refused }
}
