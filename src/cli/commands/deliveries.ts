import { CLI } from '../../domain/actors/caller.ts'
import { deliverNow } from '../../domain/webhooks/deliver-now.ts'
import { countPending } from '../../domain/webhooks/delivery-list-queries.ts'
import { askCells } from '../../platform/cells/merge.ts'
import { loadConfig } from '../../platform/config.ts'
import { Refusal } from '../../platform/refusal.ts'
import { holdDeliveries, placesOf, releaseDeliveries } from '../../process/installation/restored-copy.ts'
import type { CommandContext } from '../run-command.ts'
import { choosePartner } from './chosen-partner.ts'

const MAX_COUNTED = 100_000

export async function release({ terminal, open }: CommandContext): Promise<undefined> {
  const { deps } = await open()
  const released = await releaseDeliveries(deps, placesOf(loadConfig()))
  const counts = await askCells(deps, ({ db }) => countPending(db, MAX_COUNTED))
  const pending = counts.reduce((sum, count) => sum + count, 0)
  terminal.printResult(
    { released, pending },
    released ? `Released. ${pending} pending deliveries will be sent.` : 'Deliveries are not held.',
  )
}

export async function hold({ terminal, open }: CommandContext): Promise<undefined> {
  const { deps } = await open()
  await holdDeliveries(deps)
  terminal.printResult(
    { held: true },
    'Workers that start from now on hold deliveries until "counterfoil deliveries release".',
  )
}

/** The workers of the running service send them. */
export async function deliverUndelivered(
  { terminal, open }: CommandContext,
  { partner }: { partner?: string },
): Promise<Refusal | undefined> {
  const { deps } = await open()
  const id = await choosePartner(deps, partner)
  if (id instanceof Refusal) return id
  const requested = await deliverNow(deps, CLI, id)
  if (requested instanceof Refusal) return requested
  terminal.printResult(requested, `${requested.deliveries} undelivered webhooks will be sent now.`)
}
