import { once } from 'node:events'
import { join } from 'node:path'
import type { Deps } from '../../domain/deps.ts'
import { SentForApproval } from '../../domain/guarded-changes/guard.ts'
import { loadConfig } from '../../platform/config.ts'
import { ConfigError } from '../../platform/config-error.ts'
import { isUnreachable } from '../../platform/database/failures.ts'
import { findRunning } from '../../platform/embedded/server.ts'
import { Refusal } from '../../platform/refusal.ts'
import { visible } from '../../platform/visible-text.ts'
import { openDatabase } from '../open-database.ts'
import type { CommandContext } from '../run-command.ts'
import { UsageError } from '../terminal/failure.ts'
import { readText } from '../terminal/input.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { choosePartner } from './chosen-partner.ts'
import { deliveryJson, deliveryLine } from './delivery-line.ts'
import { openDeliveryReceiver, type ReceiverOptions } from './delivery-receiver.ts'
import {
  restoreWebhookUrl,
  setTemporaryWebhookUrl,
  type TemporaryWebhookUrl,
} from './temporary-webhook-url.ts'

type Options = {
  partner?: string
  forwardTo?: string
  port: string
  printBody?: boolean
  secret?: string
  secretFile?: string
}

export async function listen(context: CommandContext, options: Options): Promise<Refusal | undefined> {
  const { terminal } = context
  const { partner, printBody = false } = options
  const reception = {
    port: portOf(options.port),
    forwardTo: forwardUrlOf(options.forwardTo),
    onReceived: (received: Parameters<ReceiverOptions['onReceived']>[0]) =>
      terminal.print((terminal.json ? deliveryJson : deliveryLine)(received, printBody)),
  }
  const secret = options.secretFile ? (await readText(options.secretFile)).trim() : options.secret
  if (secret === undefined) return receiveForPartner(context, partner, reception)
  if (partner !== undefined) throw new UsageError('--partner cannot be combined with a secret')
  return verifyOnly(context, secret, reception)
}

/** Only verifies the deliveries that arrive. The operator has given the sender this URL. */
async function verifyOnly(
  { terminal, signal }: CommandContext,
  secret: string,
  reception: Omit<ReceiverOptions, 'secrets'>,
): Promise<undefined> {
  const receiver = await openDeliveryReceiver({ ...reception, secrets: async () => [secret] })
  terminal.note(`listening at ${receiver.origin}; press Ctrl-C to stop`)
  await untilInterrupted(signal)
  await receiver.close()
}

/** Makes this process the partner's webhook endpoint while it runs. */
async function receiveForPartner(
  { terminal, signal, open }: CommandContext,
  reference: string | undefined,
  reception: Omit<ReceiverOptions, 'secrets'>,
): Promise<Refusal | undefined> {
  if (!(await isServed())) throw new ConfigError(NOT_RUNNING)
  const { deps, embedded } = await open()
  if (embedded) throw new ConfigError(NOT_RUNNING)
  if (!deps.config.allowPrivateTargets) throw new ConfigError(FOR_DEVELOPMENT)
  const id = await choosePartner(deps, reference)
  if (id instanceof Refusal) return id
  const receiver = await openDeliveryReceiver({ ...reception, secrets: () => secretsOf(deps, id) })
  try {
    const temporary = await setTemporaryWebhookUrl(deps, id, receiver.origin)
    if (temporary instanceof Refusal) return temporary
    const after = temporary.former === null ? 'removes it' : `restores ${visible(temporary.former)}`
    terminal.note(`listening at ${receiver.origin}, the webhook URL of ${temporary.slug}; Ctrl-C ${after}`)
    await untilInterrupted(signal)
    return await restoreUrl(terminal, deps, id, temporary)
  } finally {
    await receiver.close()
  }
}

const NOT_RUNNING = 'the service is not running: start it first'

/** Whether a service uses the database. Call it first: otherwise a new database would be created in the current folder. */
async function isServed(): Promise<boolean> {
  const { databaseUrl, dataDir } = loadConfig()
  return databaseUrl !== null || (await findRunning(join(dataDir, 'postgres'))) !== null
}

const FOR_DEVELOPMENT =
  'the service does not call this machine, since ALLOW_PRIVATE_TARGETS is not true. In development, set it for ' +
  'the service and for this command; or only verify webhooks with --secret'

/** The secrets are looked up for each delivery, so that a secret rotation needs no restart. */
async function secretsOf(deps: Deps, id: string): Promise<string[]> {
  const partner = await deps.partners.byId(id)
  return partner ? [partner.secrets.signing] : []
}

async function restoreUrl(
  terminal: Terminal,
  deps: Deps,
  id: string,
  temporary: TemporaryWebhookUrl,
): Promise<Refusal | undefined> {
  const returned = await restoreWebhookUrl(deps, id, temporary).catch((error) => {
    if (!isUnreachable(error)) throw error
    return reopenAndRestoreUrl(terminal, id, temporary)
  })
  if (returned instanceof Refusal) return returned
  const { slug, former } = temporary
  if (returned instanceof SentForApproval)
    terminal.note(`the webhook URL of ${slug} still points here: to restore it was sent for approval`)
  else if (!returned) terminal.note(`the webhook URL of ${slug} was changed in the meantime and is kept`)
  else if (former === null) terminal.note(`removed the webhook URL of ${slug}`)
  else terminal.note(`restored the webhook URL of ${slug}: ${visible(former)}`)
}

/** If the service was stopped first, so was its database: open the database again. */
async function reopenAndRestoreUrl(
  terminal: Terminal,
  id: string,
  temporary: TemporaryWebhookUrl,
): Promise<boolean | SentForApproval | Refusal> {
  const { deps, close } = await openDatabase(terminal, new AbortController().signal)
  try {
    return await restoreWebhookUrl(deps, id, temporary)
  } finally {
    await close()
  }
}

async function untilInterrupted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort')
}

function portOf(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text)
  throw new UsageError(`--port ${text} is not a port: use a number from 0 to 65535`)
}

/** People type `localhost:8080/hooks`, without http. */
function forwardUrlOf(text: string | undefined): string | null {
  if (text === undefined) return null
  const url = /^[\w.-]+:\d+(\/|$)/.test(text) ? `http://${text}` : text
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return url
  throw new UsageError(`--forward-to ${text} is not an http or https URL`)
}
