import { countPending } from '../../domain/webhooks/delivery-list-queries.ts'
import { loadConfig } from '../../platform/config.ts'
import { holdDeliveries, placesOf, releaseDeliveries } from '../../process/installation/restored-copy.ts'
import type { CommandContext } from '../run-command.ts'

const MAX_COUNTED = 100_000

export async function release({ terminal, open }: CommandContext): Promise<undefined> {
  const { deps } = await open()
  const released = await releaseDeliveries(deps, placesOf(loadConfig()))
  const pending = await countPending(deps.db, MAX_COUNTED)
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
