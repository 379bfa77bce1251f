#!/usr/bin/env node
import { Counterfoil } from './counterfoil.ts'
import { CounterfoilError } from './counterfoil-error.ts'
import { forward, forwardUntilAccepted, reasonOf } from './forward-event.ts'
import { testing } from './testing.ts'

// The library itself uses nothing of Node, so its types are not here.
declare const process: { argv: string[]; env: Record<string, string | undefined>; exitCode: number }

const USAGE = `Forwards the events of your test twin to a receiver on your machine, signed as our deliveries are.

  npx @counterfoil/partner listen --forward-to http://localhost:4000/hooks
  npx @counterfoil/partner trigger REDEMPTION_CREATED --forward-to http://localhost:4000/hooks

listen   forwards each new event of the sandbox. It needs COUNTERFOIL_URL, SLUG and SECRET in the environment:
         the address of the service, and the slug and secret of your test twin.
trigger  sends one example of a type, with a new id. It needs only SECRET, the secret that your receiver verifies
         with. Types: ${Object.keys(testing.fixtures).join(', ')}`

const POLL_MS = 1_000

/** A mistake of the person at the terminal. */
class UsageError extends Error {}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
// biome-ignore lint/suspicious/noConsole: the output of the command
const print = (text: string) => console.log(text)

async function main([command, ...rest]: string[]): Promise<void> {
  if (command === 'help' || [command, ...rest].some((word) => word === '--help' || word === '-h')) {
    return print(USAGE)
  }
  const { operands, target } = parse(rest)
  if (command === 'listen') {
    if (operands.length > 0) throw new UsageError(`Unknown: ${operands.join(' ')}\n\n${USAGE}`)
    return listen(target())
  }
  if (command === 'trigger') return trigger(operands, target())
  throw new UsageError(command === undefined ? USAGE : `Unknown command "${command}"\n\n${USAGE}`)
}

async function listen(target: URL): Promise<void> {
  const { COUNTERFOIL_URL, SLUG, SECRET } = settings('COUNTERFOIL_URL', 'SLUG', 'SECRET')
  const baseUrl = urlOf('COUNTERFOIL_URL', COUNTERFOIL_URL).href
  let lastWarning = ''
  const counterfoil = new Counterfoil({
    ...{ baseUrl, slug: SLUG, secret: SECRET },
    // After a reset of the sandbox, each poll warns that the event is gone, until there is a new one.
    onWarning: (warning) => {
      if (warning !== lastWarning) print(warning)
      lastWarning = warning
    },
  })
  // A live partner is refused here: the events of real customers do not belong on a developer's machine.
  await counterfoil.sandbox.clock.get()
  let after: string | null = null
  for await (const { id } of counterfoil.events.iterate()) after = id
  print(`Forwarding the events of ${SLUG} to ${target}. Press Ctrl-C to end.`)
  for (;;) {
    try {
      for await (const event of counterfoil.events.iterate({ after })) {
        await forwardUntilAccepted(event, { secret: SECRET, target, print })
        after = event.id
      }
    } catch (error) {
      if (!isTemporary(error)) throw error
      print(messageOf(error))
    }
    await sleep(POLL_MS)
  }
}

async function trigger([type = '', ...others]: string[], target: URL): Promise<void> {
  if (others.length > 0) throw new UsageError(`Unknown: ${others.join(' ')}\n\n${USAGE}`)
  const fixture = Object.values(testing.fixtures).find((event) => event.type === type)
  if (!fixture) {
    throw new UsageError(`Unknown type "${type}". One of: ${Object.keys(testing.fixtures).join(', ')}`)
  }
  const { SECRET } = settings('SECRET')
  // A receiver ignores an event that it knows already.
  const event = { ...fixture, id: crypto.randomUUID(), createdAt: new Date().toISOString() }
  if (!(await forward(event, 1, { secret: SECRET, target, print }))) process.exitCode = 1
}

/** Whether the next attempt may succeed: no connection, too many requests, or a failure of the service. */
function isTemporary(error: unknown): error is CounterfoilError {
  return (
    error instanceof CounterfoilError && (error.status === 0 || error.status === 429 || error.status >= 500)
  )
}

/** `--forward-to URL` or `--forward-to=URL`. Everything else is an operand. */
function parse(args: string[]): { operands: string[]; target: () => URL } {
  const option = args.findIndex((arg) => arg === '--forward-to' || arg.startsWith('--forward-to='))
  const [, inline] = args[option]?.split(/=(.*)/s) ?? []
  const length = option === -1 ? 0 : inline === undefined ? 2 : 1
  const value = inline ?? (option === -1 ? undefined : args[option + 1])
  const operands = args.filter((_, index) => index < option || index >= option + length)
  return {
    operands,
    target: () => {
      if (!value) throw new UsageError(`--forward-to is missing: the URL of your receiver\n\n${USAGE}`)
      return urlOf('--forward-to', value)
    },
  }
}

function urlOf(name: string, value: string): URL {
  if (/^https?:/.test(value) && URL.canParse(value)) return new URL(value)
  throw new UsageError(`${name} must be a URL, such as http://localhost:4000/hooks`)
}

function settings<Name extends string>(...names: Name[]): Record<Name, string> {
  const missing = names.filter((name) => !process.env[name])
  if (missing.length > 0) throw new UsageError(`Set ${missing.join(', ')} in the environment.\n\n${USAGE}`)
  return Object.fromEntries(names.map((name) => [name, process.env[name]])) as Record<Name, string>
}

function messageOf(error: CounterfoilError): string {
  return error.cause === undefined ? error.message : `${error.message} (${reasonOf(error.cause)})`
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.exitCode = 1
  const text =
    error instanceof UsageError ? error.message : error instanceof CounterfoilError ? messageOf(error) : error
  // biome-ignore lint/suspicious/noConsole: the output of the command
  console.error(text)
})
