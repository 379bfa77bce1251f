import { CLI } from '../../domain/actors/caller.ts'
import { type Erasure, erasePerson, type RewrittenFile } from '../../domain/personal-data/erase-person.ts'
import { REQUESTS_KEPT_DAYS } from '../../domain/request-log/retention.ts'
import type { Config } from '../../platform/config.ts'
import type { Refusal } from '../../platform/refusal.ts'
import { visible } from '../../platform/visible-text.ts'
import type { CommandContext } from '../run-command.ts'
import { confirm } from '../terminal/confirm.ts'
import { EXIT } from '../terminal/exit-codes.ts'
import { refused, type UserOptions, withUser } from './chosen-user.ts'

export function eraseUser(
  context: CommandContext,
  options: UserOptions & { yes?: boolean },
): Promise<number | Refusal> {
  const { terminal, signal } = context
  return withUser(context, options, async (deps, person, archives) => {
    const question = `This erases user ${person.userId} of ${visible(options.partner)} and cannot be undone.`
    await confirm(question, options.yes === true, signal)
    const erasure = await erasePerson(deps, CLI, person, { archives, signal })
    if (erasure === null)
      return terminal.fail(
        refused(
          'archive_running',
          'an archive or another erasure of this database is running: try again when it has ended',
        ),
      )
    const keptDays = { requests: REQUESTS_KEPT_DAYS, ...eventDays(deps.config) }
    terminal.printResult({ ...erasure, keptDays }, [...describe(erasure), remaining(keptDays)].join('\n'))
    return EXIT.done
  })
}

/** Events are deleted a whole week at a time. */
const eventDays = ({ keptDays: { refusals, events } }: Config) => ({ refusals, events: events + 7 })

function describe({ userId, anonymized, removed, archives }: Erasure): string[] {
  const { externalId, favorites, redemptions, positions, voidReasons, reviewNotes, notes } = removed
  const isDone = !anonymized && !externalId && favorites + notes + redemptions + archives.length === 0
  if (isDone) return [`User ${userId} was erased before: nothing was left to erase.`]
  return [
    `Erased user ${userId}.`,
    anonymized ? 'Anonymized the user.' : 'The user was anonymized before.',
    ...(externalId ? ['Removed the external id.'] : []),
    `Removed ${favorites} favorites and ${notes} notes, and from ${redemptions} redemptions: ${positions} positions, ${voidReasons} reasons of voids, ${reviewNotes} notes of reviews.`,
    ...archives.map(describeFile),
  ]
}

const describeFile = ({ month, rows, after }: RewrittenFile) =>
  `Rewrote the archive of ${month}: ${rows} redemptions, SHA-256 ${after}.`

type KeptDays = { requests: number; refusals: number; events: number }

const remaining = ({ requests, refusals, events }: KeptDays) =>
  `Still held for a time: request log ${requests} days, refused redemptions ${refusals} days, events at most ${events} days.`
