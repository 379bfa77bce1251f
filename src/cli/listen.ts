import { once } from 'node:events'
import { join } from 'node:path'
import type { Deps } from '../domain/deps.ts'
import { ConfigError, loadConfig } from '../platform/config.ts'
import { isUnreachable } from '../platform/database/failures.ts'
import { findRunning } from '../platform/embedded/server.ts'
import { Refusal } from '../platform/refusal.ts'
import { type BorrowedUrl, borrowUrl, returnUrl } from './borrowed-url.ts'
import { choosePartner } from './chosen-partner.ts'
import { openDatabase } from './database.ts'
import { deliveryJson, deliveryLine } from './delivery-line.ts'
import { openDeliveryReceiver, type ReceiverOptions } from './delivery-receiver.ts'
import { EXIT } from './exit-codes.ts'
import { UsageError } from './failure.ts'
import { readText } from './input.ts'
import type { Given } from './perform.ts'
import { visible } from './table.ts'
import type { Terminal } from './terminal.ts'

type Options = {
  partner?: string
  forwardTo?: string
  port: string
  printBody?: boolean
  secret?: string
  secretFile?: string
}

export async function listen(given: Given, options: Options): Promise<number | Refusal> {
  const { terminal } = given
  const { partner, printBody = false } = options
  const reception = {
    port: portOf(options.port),
    forwardTo: forwardUrlOf(options.forwardTo),
    onReceived: (received: Parameters<ReceiverOptions['onReceived']>[0]) =>
      terminal.print((terminal.json ? deliveryJson : deliveryLine)(received, printBody)),
  }
  const secret = options.secretFile ? (await readText(options.secretFile)).trim() : options.secret
  if (secret === undefined) return standIn(given, partner, reception)
  if (partner !== undefined) throw new UsageError('--partner and a secret exclude each other')
  return standAlone(given, secret, reception)
}

/** Only verifies what comes: whoever sends it was told this address by somebody else. */
async function standAlone(
  { terminal, signal }: Given,
  secret: string,
  reception: Omit<ReceiverOptions, 'secrets'>,
): Promise<number> {
  const receiver = await openDeliveryReceiver({ ...reception, secrets: async () => [secret] })
  terminal.note(`listening at ${receiver.origin}; Ctrl-C ends it`)
  await untilInterrupted(signal)
  await receiver.close()
  return EXIT.done
}

/** Is the partner's endpoint for as long as it runs. */
async function standIn(
  { terminal, signal, open }: Given,
  reference: string | undefined,
  reception: Omit<ReceiverOptions, 'secrets'>,
): Promise<number | Refusal> {
  if (!(await isServed())) throw new ConfigError(NOT_RUNNING)
  const { deps, embedded } = await open()
  if (embedded) throw new ConfigError(NOT_RUNNING)
  if (!deps.config.allowPrivateTargets) throw new ConfigError(FOR_DEVELOPMENT)
  const id = await choosePartner(deps, reference)
  if (id instanceof Refusal) return id
  const receiver = await openDeliveryReceiver({ ...reception, secrets: () => secretsOf(deps, id) })
  try {
    const borrowed = await borrowUrl(deps, id, receiver.origin)
    if (borrowed instanceof Refusal) return borrowed
    const after = borrowed.former === null ? 'removes it' : `puts ${visible(borrowed.former)} back`
    terminal.note(`listening at ${receiver.origin}, the webhook URL of ${borrowed.slug}; Ctrl-C ${after}`)
    await untilInterrupted(signal)
    return await leave(terminal, deps, id, borrowed)
  } finally {
    await receiver.close()
  }
}

const NOT_RUNNING = 'the service is not running: start it, then listen'

/** Asked first, or else a database would be set up in whichever folder this was typed in. */
async function isServed(): Promise<boolean> {
  const { databaseUrl, dataDir } = loadConfig()
  return databaseUrl !== null || (await findRunning(join(dataDir, 'postgres'))) !== null
}

const FOR_DEVELOPMENT =
  'ALLOW_PRIVATE_TARGETS is not true: the service would not call this machine. Set it for the service and for ' +
  'this command, in development only; or verify what comes by another way with --secret'

/** Looked up for each delivery: a rotation is no reason to start again. */
async function secretsOf(deps: Deps, id: string): Promise<string[]> {
  const partner = await deps.partners.byId(id)
  return partner ? [partner.secrets.signing] : []
}

async function leave(
  terminal: Terminal,
  deps: Deps,
  id: string,
  borrowed: BorrowedUrl,
): Promise<number | Refusal> {
  const returned = await returnUrl(deps, id, borrowed).catch((error) => {
    if (!isUnreachable(error)) throw error
    return returnLater(terminal, id, borrowed)
  })
  if (returned instanceof Refusal) return returned
  const { slug, former } = borrowed
  if (!returned) terminal.note(`the webhook URL of ${slug} was changed meanwhile, and stays so`)
  else if (former === null) terminal.note(`${slug} has no webhook URL again`)
  else terminal.note(`the webhook URL of ${slug} is ${visible(former)} again`)
  return EXIT.done
}

/** The service was stopped first, and its database with it. */
async function returnLater(
  terminal: Terminal,
  id: string,
  borrowed: BorrowedUrl,
): Promise<boolean | Refusal> {
  const { deps, close } = await openDatabase(terminal, new AbortController().signal)
  try {
    return await returnUrl(deps, id, borrowed)
  } finally {
    await close()
  }
}

async function untilInterrupted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort')
}

function portOf(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text)
  throw new UsageError(`--port ${text} is no port: give a number from 0 to 65535`)
}

/** `localhost:8080/hooks` is what people type. */
function forwardUrlOf(text: string | undefined): string | null {
  if (text === undefined) return null
  const url = /^[\w.-]+:\d+(\/|$)/.test(text) ? `http://${text}` : text
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return url
  throw new UsageError(`--forward-to ${text} is no http or https URL`)
}
