#!/usr/bin/env node
import { Counterfoil } from './counterfoil.ts'
import { CounterfoilError } from './counterfoil-error.ts'
import { testing } from './testing.ts'
import type { CounterfoilEvent } from './webhook-event.ts'

// The library itself uses nothing of Node, so its types are not here.
declare const process: { argv: string[]; env: Record<string, string | undefined>; exitCode: number }

const USAGE = `Forwards the events of your test twin to a receiver on your machine, signed as our deliveries are.

  npx @counterfoil/partner listen --forward-to http://localhost:4000/hooks
  npx @counterfoil/partner trigger REDEMPTION_CREATED --forward-to http://localhost:4000/hooks

listen   forwards each new event of the sandbox. It needs COUNTERFOIL_URL, SLUG and SECRET in the environment:
         the address of the service, and the slug and secret of your test twin.
trigger  sends a sample of one type. It needs SECRET.`

const POLL_MS = 1_000
const RETRY_MS = 2_000
const MAX_ATTEMPTS = 5
/** As long as the service waits for a receiver. */
const RESPONSE_MS = 10_000

/** A mistake of the person at the terminal. */
class UsageError extends Error {}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
// biome-ignore lint/suspicious/noConsole: the output of the command
const print = (text: string) => console.log(text)

async function main([command, ...args]: string[]): Promise<void> {
  if (command === 'listen') return listen(new URL(optionOf(args, '--forward-to')))
  if (command === 'trigger') return trigger(args[0] ?? '', new URL(optionOf(args, '--forward-to')))
  throw new UsageError(USAGE)
}

async function listen(target: URL): Promise<void> {
  const [slug, secret] = [setting('SLUG'), setting('SECRET')]
  const counterfoil = new Counterfoil({ baseUrl: setting('COUNTERFOIL_URL'), slug, secret })
  // A live partner is refused here: the events of real customers do not belong on a developer's machine.
  await counterfoil.sandbox.clock.get()
  let after: string | null = null
  for await (const { id } of counterfoil.events.iterate()) after = id
  print(`Forwarding the events of ${slug} to ${target}. Press Ctrl-C to end.`)
  for (;;) {
    try {
      for await (const event of counterfoil.events.iterate({ after })) {
        await deliver(event, { secret, target })
        after = event.id
      }
    } catch (error) {
      if (!isTemporary(error)) throw error
      print(error.message)
    }
    await sleep(POLL_MS)
  }
}

async function trigger(type: string, target: URL): Promise<void> {
  const fixture = Object.values(testing.fixtures).find((event) => event.type === type)
  if (!fixture) {
    throw new UsageError(`Unknown type "${type}". One of: ${Object.keys(testing.fixtures).join(', ')}`)
  }
  // A receiver ignores an event that it knows already.
  const event = { ...fixture, id: crypto.randomUUID(), createdAt: new Date().toISOString() }
  if (!(await attempt(event, 1, { secret: setting('SECRET'), target }))) process.exitCode = 1
}

type Receiver = { secret: string; target: URL }

/** The service would try for hours. Here, a few seconds are enough to restart a receiver. */
async function deliver(event: CounterfoilEvent, receiver: Receiver): Promise<void> {
  for (let number = 1; number <= MAX_ATTEMPTS; number += 1) {
    if (await attempt(event, number, receiver)) return
    await sleep(RETRY_MS)
  }
  print(`${event.id} was refused ${MAX_ATTEMPTS} times, and is left out`)
}

async function attempt(
  event: CounterfoilEvent,
  number: number,
  { secret, target }: Receiver,
): Promise<boolean> {
  const sent = event.type === 'unknown' ? { ...event, type: event.receivedType } : event
  const { headers, body } = await testing.signedRequest(sent, { secret })
  const result = await fetch(target, {
    method: 'POST',
    headers: { ...headers, 'x-delivery-attempt': String(number) },
    body,
    signal: AbortSignal.timeout(RESPONSE_MS),
  }).catch((error: Error) => error)
  const outcome = result instanceof Error ? `no response: ${result.message}` : String(result.status)
  const time = new Date().toISOString().slice(11, 19)
  print(`${time}  ${sent.type}  ${event.id}  attempt ${number}  → ${outcome}`)
  return !(result instanceof Error) && result.ok
}

/** Whether the next attempt may succeed: no connection, too many requests, or a failure of the service. */
function isTemporary(error: unknown): error is CounterfoilError {
  return (
    error instanceof CounterfoilError && (error.status === 0 || error.status === 429 || error.status >= 500)
  )
}

function optionOf(args: string[], name: string): string {
  const value = args[args.indexOf(name) + 1]
  if (!args.includes(name) || !value) throw new UsageError(USAGE)
  if (!URL.canParse(value)) throw new UsageError(`${name} must be a URL, such as http://localhost:4000/hooks`)
  return value
}

function setting(name: string): string {
  const value = process.env[name]
  if (!value) throw new UsageError(`Set ${name} in the environment.`)
  return value
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.exitCode = 1
  const isExpected = error instanceof UsageError || error instanceof CounterfoilError
  // biome-ignore lint/suspicious/noConsole: the output of the command
  console.error(isExpected ? error.message : error)
})
