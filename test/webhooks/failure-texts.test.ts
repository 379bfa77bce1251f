import { readFileSync } from 'node:fs'
import { writeFailure } from '@counterfoil/contract/words/call-failure.ts'
import { ENGLISH_FAILURES } from '@counterfoil/contract/words/english-failures.ts'
import { MALAY_FAILURES } from '@counterfoil/contract/words/malay-failures.ts'
import { parseSync } from 'vite'
import { afterAll, expect, test } from 'vitest'
import { attemptPost, deliver, type Post } from '../../src/domain/webhooks/dispatch/deliver.ts'
import { openTargets, type Targets } from '../../src/platform/outbound/guarded-targets.ts'
import { Cancellation } from '../../src/platform/outbound/http-exchange.ts'
import { openReceiver } from '../support/receiver.ts'
import * as behaviors from './receiver-behaviors.ts'

/** Each text that says why an attempt failed is one that every language of the console has words for. */

const now = () => new Date('2026-11-20T08:00:00Z')
const targets = openTargets({ allowPrivateTargets: false }, async (hostname) =>
  hostname === 'nameless.example' ? [] : [{ address: '10.0.0.1', family: 4 }],
)
const local = openTargets({ allowPrivateTargets: true })
const receiver = await openReceiver()
afterAll(() => Promise.all([targets.close(), local.close(), receiver.close()]))

const POST: Omit<Post, 'url'> = { id: 'a', type: 'TEST', attempt: 1, body: '{}', headers: () => ({}) }
const failing = (error: Error): Targets => ({ call: () => Promise.reject(error), close: async () => {} })

async function failureOf(
  through: Targets,
  url: string | null,
  limits?: Parameters<typeof attemptPost>[2],
): Promise<string> {
  const { error } = await attemptPost({ targets: through, now }, { ...POST, url }, limits)
  return error ?? ''
}

const isKnown = (text: string) => writeFailure(text, MALAY_FAILURES) !== text

test.each(Object.entries(ENGLISH_FAILURES.codes))('known: %s', async (code, meaning) => {
  const text = await failureOf(failing(Object.assign(new Error('raw'), { code })), 'https://a.example')
  expect(text).toBe(`${meaning} (${code})`)
  expect(isKnown(text)).toBe(true)
})

test.each([
  [null, 'no webhook URL is registered'],
  ['partner', 'the target must be a URL'],
  ['http://partner.example', 'the target must be an https URL'],
  ['https://a:b@partner.example', 'the target must not contain a user name or password'],
  ['https://partner.example/#a', 'the target must not contain a fragment'],
  ['https://nameless.example', 'nameless.example has no address'],
  ['https://partner.example', 'partner.example resolves to an address that is not public'],
])('known: a target that is refused: %s', async (url, text) => {
  expect(await failureOf(targets, url)).toBe(text)
  expect(isKnown(text)).toBe(true)
})

test('known: a secret that cannot be decrypted', async () => {
  const secrets = { signing: '', accepted: [], testKey: null }
  const event = { eventId: 'a', type: 'TEST', body: '{}', attempt: 1 }
  const { error } = await deliver({ targets, now }, { webhookUrl: 'https://partner.example', secrets }, event)
  expect(error).toBe('the partner’s secret cannot be decrypted')
  expect(isKnown(error ?? '')).toBe(true)
})

test('known: a response that does not arrive, or only its start; a canceled call; no HTTP', async () => {
  receiver.behave = behaviors.hangs
  const late = await failureOf(local, receiver.url, { timeoutMs: 100 })
  receiver.behave = behaviors.drips
  const incomplete = await failureOf(local, receiver.url, { timeoutMs: 300 })
  const cancellation = new Cancellation()
  cancellation.cancel()
  const canceled = await failureOf(local, receiver.url, { timeoutMs: 1000, cancellation })
  const parserError = Object.assign(new Error('Invalid header'), { name: 'HTTPParserError' })
  const notHttp = await failureOf(failing(parserError), receiver.url)
  const texts = [late, incomplete, canceled, notHttp]
  expect(texts).toEqual([
    'no response within 0.1 seconds',
    'no complete response within 0.3 seconds',
    'canceled: the worker was shutting down',
    'not an HTTP response: Invalid header',
  ])
  expect(texts.filter((text) => !isKnown(text))).toEqual([])
})

/** These are logged, answered by the sandbox, or end a connection whose outcome is known. */
const NOT_STORED = new Set([
  'This attempt failed because the sandbox was told so.',
  'the URL of a destination cannot be decrypted: set it again',
  'an e-mail was not sent: check SMTP_URL',
  'key set not stored',
  'key set not fetched',
  'failure of a key set not stored',
  'the request is over',
  'the response is longer than maxBytes',
])

test.each([
  'src/domain/alerts/messages/attempt-message.ts',
  'src/domain/partners/key-endpoint.ts',
  'src/domain/webhooks/dispatch/deliver.ts',
  'src/platform/outbound/guarded-targets.ts',
  'src/platform/outbound/http-exchange.ts',
  'src/platform/outbound/mailer.ts',
])('%s has no sentence of its own: all are in contract/words/english-failures.ts', (path) => {
  const sentences: string[] = []
  JSON.stringify(parseSync(path, readFileSync(path, 'utf8')).program, (key, value) => {
    const text = key === 'cooked' || value?.type === 'Literal' ? (value.value ?? value) : null
    if (typeof text === 'string' && /\w \w+/.test(text) && !NOT_STORED.has(text)) sentences.push(text)
    return typeof value === 'bigint' ? null : value
  })
  expect(sentences).toEqual([])
})
