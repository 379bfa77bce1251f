import { EVENT_TYPES, type EventType } from '@counterfoil/contract/events.ts'
import { CLI } from '../../domain/actors/caller.ts'
import { testWebhook } from '../../domain/webhooks/test-webhook.ts'
import { Refusal } from '../../platform/refusal.ts'
import { visible } from '../../platform/visible-text.ts'
import type { CommandContext } from '../run-command.ts'
import { EXIT } from '../terminal/exit-codes.ts'
import { UsageError } from '../terminal/failure.ts'
import { choosePartner } from './chosen-partner.ts'

export async function trigger(
  { terminal, open }: CommandContext,
  type: string,
  { partner }: { partner?: string },
): Promise<number | Refusal> {
  if (!isEventType(type)) throw new UsageError(`unknown event type ${type}: use ${EVENT_TYPES.join(', ')}`)
  const { deps } = await open()
  const id = await choosePartner(deps, partner)
  if (id instanceof Refusal) return id
  const tried = await testWebhook(deps, CLI, id, type)
  if (tried instanceof Refusal) {
    if (tried.code === 'no_webhook_url')
      terminal.note('run "counterfoil listen" in another terminal to give the partner a webhook URL')
    return tried
  }
  const { ok, status, durationMs, response, error } = tried
  const said = status === null ? `no response: ${error}` : `answered ${status} in ${durationMs} ms`
  terminal.printResult(tried, [`sample ${type}: ${visible(said)}`, ...linesOf(response)].join('\n'))
  return ok ? EXIT.done : EXIT.refused
}

function linesOf(response: string | null): string[] {
  return response ? response.trimEnd().split('\n').map(visible) : []
}

function isEventType(type: string): type is EventType {
  return (EVENT_TYPES as readonly string[]).includes(type)
}
