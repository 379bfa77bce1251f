import { EVENT_TYPES, type EventType } from '@counterfoil/contract/events.ts'
import { CLI } from '../domain/staff/caller.ts'
import { testWebhook } from '../domain/webhooks/test-webhook.ts'
import { Refusal } from '../platform/refusal.ts'
import { choosePartner } from './chosen-partner.ts'
import { EXIT } from './exit-codes.ts'
import { UsageError } from './failure.ts'
import type { Given } from './perform.ts'
import { visible } from './table.ts'

export async function trigger(
  { terminal, open }: Given,
  type: string,
  { partner }: { partner?: string },
): Promise<number | Refusal> {
  if (!isEventType(type)) throw new UsageError(`there is no event ${type}: it is ${EVENT_TYPES.join(', ')}`)
  const { deps } = await open()
  const id = await choosePartner(deps, partner)
  if (id instanceof Refusal) return id
  const tried = await testWebhook(deps, CLI, id, type)
  if (tried instanceof Refusal) {
    if (tried.code === 'no_webhook_url')
      terminal.note('"counterfoil listen" in another terminal gives the partner a webhook URL')
    return tried
  }
  const { ok, status, durationMs, response, error } = tried
  const said = status === null ? `no answer: ${error}` : `answered ${status} in ${durationMs} ms`
  terminal.answer(tried, [`a sample of ${type}: ${visible(said)}`, ...linesOf(response)].join('\n'))
  return ok ? EXIT.done : EXIT.refused
}

function linesOf(response: string | null): string[] {
  return response ? response.trimEnd().split('\n').map(visible) : []
}

function isEventType(type: string): type is EventType {
  return (EVENT_TYPES as readonly string[]).includes(type)
}
