// `node scripts/make-sdk-vectors.ts`: writes the vectors with signatures into sdk/vectors, which the SDKs of all languages
// are tested with. The files are committed and stay as they are: run it only to add cases. Signatures come from the code
// that the service uses. The cases of errors.json contain no signature and are added there.
import { createHash, createPrivateKey, sign } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { SAMPLE_EXTERNAL_USER_ID } from '@counterfoil/contract/events.ts'
import { signatureHeader } from '@counterfoil/contract/signature.ts'
import { standardSecret } from '@counterfoil/contract/standard-webhook.ts'
import { Webhook } from 'standardwebhooks'

const FOLDER = new URL('../sdk/vectors/', import.meta.url)
const NOW = 1_795_000_000
const SECRETS = {
  standard: 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=',
  older: 'whsec_ICEiIyQlJicoKSorLC0uLzAxMjM0NTY3ODk6Ozw9Pj8',
  chosen: 'a-secret-that-the-partner-has-chosen!~',
}

type Body = string | Buffer

const base64 = (body: Body) => Buffer.from(body).toString('base64')

function write(name: string, about: string, content: object): void {
  const text = JSON.stringify({ about, ...content }, null, 2)
  // Escaped, so that no editor and no check-out changes an odd character.
  const ascii = text.replaceAll(
    /[^\n\x20-\x7e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  writeFileSync(new URL(`${name}.json`, FOLDER), `${ascii}\n`)
}

function signatures() {
  const user = JSON.stringify({ externalUserId: 'user-42', displayName: 'Aïna 🎟' })
  const cases: [name: string, method: string, path: string, body: Body, secret: string, timestamp: number][] =
    [
      ['a JSON body', 'POST', '/integrations/users', user, SECRETS.standard, NOW],
      ['no body', 'GET', '/integrations/events', '', SECRETS.standard, NOW],
      ['a query', 'GET', '/integrations/events?after=a%2Fb&limit=200', '', SECRETS.standard, NOW],
      ['an encoded path', 'DELETE', '/integrations/users/a%2Fb%20%F0%9F%8E%9F', '', SECRETS.standard, NOW],
      ['an older secret', 'POST', '/integrations/users', user, SECRETS.older, NOW],
      ['a secret of any visible characters', 'POST', '/integrations/users', user, SECRETS.chosen, NOW],
      ['bytes that are not text', 'POST', '/a', Buffer.from([0, 255, 128, 13, 10, 0]), SECRETS.standard, NOW],
      ['a byte order mark and line ends', 'POST', '/a', '\ufeff{}\r\n', SECRETS.standard, NOW],
      ['a long body', 'POST', '/a', 'ü'.repeat(5000), SECRETS.standard, NOW],
      ['the first second', 'GET', '/a', '', SECRETS.standard, 0],
      ['twelve digits', 'GET', '/a', '', SECRETS.standard, 999_999_999_999],
    ]
  return cases.map(([name, method, path, body, secret, timestampSeconds]) => ({
    ...{ name, secret, timestamp: timestampSeconds, method, path, body: base64(body) },
    header: signatureHeader({ secret, timestampSeconds, body, request: { method, path } }),
  }))
}

/** The header `webhook-signature` of deliveries, from the library of Standard Webhooks. */
function standardSignatures() {
  const cases: [name: string, secret: string, body: string][] = [
    ['a secret in standard base64', SECRETS.standard, EVENT],
    ['an older secret, whose text is the key', SECRETS.older, EVENT],
    ['a secret of any visible characters', SECRETS.chosen, EVENT],
    ['base64 with another last character', 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh9=', EVENT],
    ['base64 without padding', 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8', EVENT],
    ['a prefix without a key', 'whsec_', EVENT],
  ]
  return cases.map(([name, secret, body]) => ({
    ...{ name, secret, timestamp: NOW, id: 'event-1', body: base64(body) },
    signature: new Webhook(standardSecret(secret)).sign('event-1', new Date(NOW * 1000), body),
  }))
}

const EVENT = JSON.stringify({
  id: '0199a7f9-e4a2-7b06-8d3a-15e9c7f04b08',
  type: 'CLAIM_CREATED',
  createdAt: '2026-11-18T12:26:40.000Z',
  data: { userId: '0199a7f0-6c1e-7b5a-9d43-2f6c1e7b5a9d', externalUserId: 'Aïna 🎟' },
})
const changed = (changes: object) => JSON.stringify({ ...JSON.parse(EVENT), ...changes })

type WebhookCase = { body?: Body; headers?: Record<string, string>; secrets?: string[]; now?: number }

function webhookCase(name: string, outcome: string, given: WebhookCase = {}) {
  const { body = EVENT, headers = { 'x-signature': header(body) }, secrets = [SECRETS.standard] } = given
  const {
    id,
    type,
    test = false,
  } = outcome === 'valid' ? JSON.parse(body.toString().replace('\ufeff', '')) : {}
  return {
    ...{ name, secrets, now: given.now ?? NOW, headers, body: base64(body), outcome },
    ...(outcome === 'valid' && { event: { id, type, test } }),
  }
}

const header = (body: Body = EVENT, secret = SECRETS.standard, timestampSeconds = NOW) =>
  signatureHeader({ secret, timestampSeconds, body })
const [, DIGEST = ''] = header().split('v1=')

function webhooks() {
  const signed = (value: string) => ({ headers: { 'x-signature': value } })
  const both = [SECRETS.standard, SECRETS.older]
  const sample = changed({ test: true, data: { externalUserId: SAMPLE_EXTERNAL_USER_ID } })
  const request = { method: 'DELETE', path: '/integrations/users/user-42' }
  const valid: [string, WebhookCase?][] = [
    ['an event'],
    ['the name of the header in capitals', { headers: { 'X-Signature': header() } }],
    ['the first of two secrets', { secrets: both }],
    ['the second of two secrets', { secrets: both, ...signed(header(EVENT, SECRETS.older)) }],
    ['an unknown type', { body: changed({ type: 'VOUCHER_RETIRED' }) }],
    ['a sample', { body: sample }],
    ['unknown fields', { body: changed({ version: 2 }) }],
    ['spaces, unknown elements, another order', signed(`v9=new , v1=${DIGEST} , t=${NOW}`)],
    ['a wrong candidate before the right one', signed(`t=${NOW},v1=${'0'.repeat(64)},v1=${DIGEST}`)],
    ['300 s old', { now: NOW + 300 }],
    ['300 s ahead', { now: NOW - 300 }],
    ['white space around the JSON', { body: ` ${EVENT}\r\n` }],
  ]
  const refused: [outcome: string, name: string, given: WebhookCase][] = [
    ['missing_signature', 'no header', { headers: {} }],
    ['missing_signature', 'an empty header', signed('')],
    ['invalid_signature', 'a header without values', signed('t=,v1=')],
    ['invalid_signature', 'no timestamp', signed(`v1=${DIGEST}`)],
    ['invalid_signature', 'two timestamps', signed(`t=${NOW},t=${NOW},v1=${DIGEST}`)],
    ['invalid_signature', 'a timestamp that is not a number', signed(`t=now,v1=${DIGEST}`)],
    ['invalid_signature', 'thirteen digits', signed(`t=${NOW}000,v1=${DIGEST}`)],
    ['invalid_signature', 'a signed timestamp with a leading zero', signed(`t=0${NOW},v1=${DIGEST}`)],
    ['invalid_signature', 'upper-case hex', signed(`t=${NOW},v1=${DIGEST.toUpperCase()}`)],
    ['invalid_signature', 'a digest that is too short', signed(`t=${NOW},v1=${DIGEST.slice(2)}`)],
    [
      'invalid_signature',
      'the sixth candidate is right',
      signed(`t=${NOW}${`,v1=${'0'.repeat(64)}`.repeat(5)},v1=${DIGEST}`),
    ],
    ['invalid_signature', 'a header of over 1,024 characters', signed(`${header()},${'x'.repeat(1024)}`)],
    [
      'invalid_signature',
      'a request of ours that was captured',
      signed(signatureHeader({ secret: SECRETS.standard, timestampSeconds: NOW, body: EVENT, request })),
    ],
    ['invalid_signature', 'another secret', signed(header(EVENT, SECRETS.chosen))],
    ['invalid_signature', 'one more space', { ...signed(header()), body: `${EVENT} ` }],
    [
      'invalid_signature',
      'the JSON was parsed and serialized again',
      { ...signed(header(EVENT)), body: JSON.stringify(JSON.parse(EVENT), null, 1) },
    ],
    [
      'invalid_signature',
      'another secret and too old: the secret counts',
      { ...signed(header(EVENT, SECRETS.chosen)), now: NOW + 301 },
    ],
    ['signature_expired', '301 s old', { now: NOW + 301 }],
    ['signature_expired', '301 s ahead', { now: NOW - 301 }],
    ['not_an_event', 'not JSON', { body: 'ok' }],
    ['not_an_event', 'an empty body', { body: '' }],
    ['not_an_event', 'bytes that are not UTF-8', { body: Buffer.from([255, 254, 0]) }],
    ['not_an_event', 'null', { body: 'null' }],
    ['not_an_event', 'a list', { body: '[]' }],
    ['not_an_event', 'no data', { body: '{"id":"1","type":"X"}' }],
    ['not_an_event', 'an id that is a number', { body: '{"id":1,"type":"X","data":{}}' }],
    ['not_an_event', 'JSON that ends in the middle', { body: EVENT.slice(0, -5) }],
  ]
  return [
    ...valid.map(([name, given]) => webhookCase(name, 'valid', given)),
    ...refused.map(([outcome, name, given]) => webhookCase(name, outcome, given)),
  ]
}

function tokens() {
  // The key was created once and signs only these vectors.
  const { key }: { key: string } = JSON.parse(readFileSync(new URL('tokens.json', FOLDER), 'utf8'))
  const { e, n } = createPrivateKey(key).export({ format: 'jwk' })
  const kid = createHash('sha256')
    .update(JSON.stringify({ e, kty: 'RSA', n }))
    .digest('base64url')
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const issuer = 'https://id.acme.example'
  const tokenCase = (
    name: string,
    user: { externalUserId: string; email?: string; displayName?: string },
    options: { audience?: string; expiresIn?: number },
  ) => {
    const { externalUserId: sub, ...profile } = user
    const exp = NOW + (options.expiresIn ?? 3600)
    const claims = {
      iss: issuer,
      ...(options.audience && { aud: options.audience }),
      sub,
      iat: NOW,
      exp,
      ...profile,
    }
    const input = `${encode({ alg: 'RS256', typ: 'JWT', kid })}.${encode(claims)}`
    const token = `${input}.${sign('sha256', Buffer.from(input), key).toString('base64url')}`
    return { name, issuer, ...options, now: NOW, user, token }
  }
  return {
    key,
    jwks: { keys: [{ e, kty: 'RSA', n, kid, alg: 'RS256', use: 'sig' }] },
    cases: [
      tokenCase('a user', { externalUserId: 'user-42' }, {}),
      tokenCase(
        'name and e-mail address',
        { externalUserId: 'user-42', email: 'a@example.com', displayName: 'Aïna 🎟' },
        {},
      ),
      tokenCase(
        'an audience and a lifetime',
        { externalUserId: 'user-42' },
        { audience: 'counterfoil', expiresIn: 60 },
      ),
      tokenCase('characters that JSON escapes, and that HTML would', { externalUserId: 'a"b\\c/<&>\t' }, {}),
    ],
  }
}

write(
  'signatures',
  'The x-signature of requests, and the webhook-signature of deliveries. `body` is base64.',
  {
    cases: signatures(),
    standard: standardSignatures(),
  },
)
write(
  'webhooks',
  'What verification says. `body` is base64; `now` is the clock in unix seconds; 300 s of difference are tolerated.',
  { cases: webhooks() },
)
write('tokens', 'RS256 tokens, byte for byte, and their JWKS. The key signs nothing else.', tokens())
