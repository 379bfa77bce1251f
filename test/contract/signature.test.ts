import { createHmac, timingSafeEqual } from 'node:crypto'
import fc from 'fast-check'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { parseSignature, signatureHeader, signV1, signV2, verifySignature } from '../../contract/signature.ts'
import { anyText } from '../support/any-text.ts'

// Wrapped to count the calls: verifying must take the same time whatever the result.
vi.mock('node:crypto', async (importOriginal) => {
  const crypto = await importOriginal<typeof import('node:crypto')>()
  return {
    ...crypto,
    createHmac: vi.fn(crypto.createHmac),
    timingSafeEqual: vi.fn(crypto.timingSafeEqual),
  }
})

beforeEach(() => {
  vi.clearAllMocks()
})

const secret = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8'
const otherSecret = 'whsec_ICEiIyQlJicoKSorLC0uLzAxMjM0NTY3ODk6Ozw9Pj8'
const now = 1_760_000_000
const body = '{"externalUserId":"crew-7","displayName":"Zoë"}'
const request = { method: 'POST', path: '/integrations/users' }
const a64 = 'a'.repeat(64)
const b64 = 'b'.repeat(64)

const v1 = signV1(secret, now, body)
const v2 = signV2(secret, now, request.method, request.path, body)

function verify(overrides: Partial<Parameters<typeof verifySignature>[0]> = {}) {
  return verifySignature({
    header: `t=${now},v1=${v1}`,
    secrets: [secret],
    body,
    nowSeconds: now,
    ...overrides,
  })
}

// Fixed values. To recompute them, pipe the signed text into
//   printf '%s' "$TEXT" | openssl dgst -sha256 -hmac "$SECRET" -r
// where TEXT is `t.body` for v1 and, for v2, `t.METHOD.path.` followed by
//   printf '%s' "$BODY" | openssl dgst -sha256 -r
describe('known signatures', () => {
  test('v1 of a JSON body in UTF-8, passed as text or bytes', () => {
    const expected = '0d3f6c7610e49be03cdeab8684ccfb9f009fb908564ec31933e4809d25919aae'
    expect(signV1(secret, now, body)).toBe(expected)
    expect(signV1(secret, now, new TextEncoder().encode(body))).toBe(expected)
  })

  test('v1 of an empty body signs the timestamp and a dot', () => {
    const expected = '1b0a8423a0560cc99921d2ac4928986739f4126029ce69435e0cb74f1e8087f8'
    expect(signV1(secret, now, '')).toBe(expected)
    expect(signV1(secret, now, new Uint8Array())).toBe(expected)
  })

  test('v1 of bytes that are not UTF-8', () => {
    const expected = '44acefc4d71118794ff668fe9b31db2523b32965dfb47dfae614d9bacd1310f4'
    expect(signV1(secret, now, Uint8Array.of(0xff, 0x00, 0x80))).toBe(expected)
  })

  test('v2 of a POST, with the method in any case', () => {
    const expected = '73ed257f8c171384306f1c8ddba019c96913a28a56b46109bbed6c1933d2203c'
    expect(signV2(secret, now, 'POST', '/integrations/users', body)).toBe(expected)
    expect(signV2(secret, now, 'post', '/integrations/users', body)).toBe(expected)
  })

  test('v2 of a DELETE without a body: the path stays percent-encoded and includes the query', () => {
    const expected = '54161ce6d52ee8bf87a41005b4eb839b7a1a9816026a109f708c1603baa34639'
    expect(signV2(secret, now, 'DELETE', '/integrations/users/a%2Fb?x=1,2', '')).toBe(expected)
  })

  test('the header', () => {
    const signed =
      't=1760000000,v1=0d3f6c7610e49be03cdeab8684ccfb9f009fb908564ec31933e4809d25919aae' +
      ',v2=73ed257f8c171384306f1c8ddba019c96913a28a56b46109bbed6c1933d2203c'
    expect(signatureHeader({ secret, timestampSeconds: now, body, request })).toBe(signed)
    expect(signatureHeader({ secret, timestampSeconds: now, body })).toBe(
      signed.slice(0, signed.indexOf(',v2')),
    )
  })

  test('the HMAC covers the timestamp text as sent, including a leading zero', () => {
    const overLeadingZero = '26db2eb5adb1d3f283a78104a1338f849726ae78c92d6a3d3ca439a379c423f1'
    const overPlain = '1b0a8423a0560cc99921d2ac4928986739f4126029ce69435e0cb74f1e8087f8'
    expect(verify({ header: `t=01760000000,v1=${overLeadingZero}`, body: '' })).toBe('valid')
    expect(verify({ header: `t=01760000000,v1=${overPlain}`, body: '' })).toBe('invalid_signature')
  })
})

describe('signing throws for input that no receiver would accept', () => {
  test.each([1.5, -1, Number.NaN, Infinity, 1e21, Date.UTC(2026, 0)])('timestamp %d', (timestampSeconds) => {
    expect(() => signatureHeader({ secret, timestampSeconds, body })).toThrow(RangeError)
    expect(() => signV2(secret, timestampSeconds, 'POST', '/', body)).toThrow(RangeError)
  })

  test('an empty secret', () => {
    expect(() => signV1('', now, body)).toThrow(RangeError)
    expect(() => signV2('', now, 'POST', '/', body)).toThrow(RangeError)
  })
})

describe('parseSignature', () => {
  const plain = { timestampSeconds: 17, signedTimestamp: '17', v1: [a64], v2: [], hasV2: false }

  test.each([
    ['the plain form', `t=17,v1=${a64}`, plain],
    ['any order', `v1=${a64},t=17`, plain],
    ['spaces around commas', `  t=17 ,  v1=${a64}  `, plain],
    ['unknown elements ignored', `v0=x,t=17,flag,=,,T=1,V1=${b64},v1=${a64},v3=${b64}`, plain],
    ['several v1, in order', `v1=${b64},t=17,v1=${a64}`, { ...plain, v1: [b64, a64] }],
    ['v2 in order', `t=17,v1=${a64},v2=${b64},v2=${a64}`, { ...plain, v2: [b64, a64], hasV2: true }],
    ['a malformed v1 is ignored', `t=17,v1=zz,v1=${a64},v1=,v1=${a64}=`, plain],
    ['a malformed v2 is ignored, but noted', `t=17,v1=${a64},v2=zz`, { ...plain, hasV2: true }],
    ['a v2 without a value is noted', `t=17,v1=${a64},v2`, { ...plain, hasV2: true }],
    ['leading zeros kept', `t=0017,v1=${a64}`, { ...plain, signedTimestamp: '0017' }],
    ['12 digits', `t=000000000017,v1=${a64}`, { ...plain, signedTimestamp: '000000000017' }],
    ['1024 characters', `t=17,v1=${a64},x=`.padEnd(1024, 'x'), plain],
  ])('reads %s', (_, header, expected) => {
    expect(parseSignature(header)).toEqual(expected)
  })

  test.each([
    ['an empty header', ''],
    ['no t', `v1=${a64}`],
    ['two t', `t=17,v1=${a64},t=17`],
    ['a malformed t beside a good one', `t=,t=17,v1=${a64}`],
    ['two headers joined', `t=17,v1=${a64}, t=18,v1=${b64}`],
    ['an empty t', `t=,v1=${a64}`],
    ['a sign', `t=+17,v1=${a64}`],
    ['a negative t', `t=-17,v1=${a64}`],
    ['a fraction', `t=17.0,v1=${a64}`],
    ['an exponent', `t=1e3,v1=${a64}`],
    ['hexadecimal', `t=0x11,v1=${a64}`],
    ['a space inside t', `t= 17,v1=${a64}`],
    ['a newline after t', `t=17\n0,v1=${a64}`],
    ['digits other than ASCII', `t=１７,v1=${a64}`],
    ['13 digits', `t=1000000000000,v1=${a64}`],
    ['no v1', `t=17,v2=${a64}`],
    ['uppercase hex', `t=17,v1=${'A'.repeat(64)}`],
    ['63 hex characters', `t=17,v1=${a64.slice(1)}`],
    ['65 hex characters', `t=17,v1=${a64}a`],
    ['1025 characters', `t=17,v1=${a64},x=`.padEnd(1025, 'x')],
  ])('null: %s', (_, header) => {
    expect(parseSignature(header)).toBeNull()
  })

  test('never throws, and accepts only well-formed values', () => {
    const element = fc.oneof(
      anyText,
      fc.constantFrom('t=17', 't=', 't', 'v1', ' v2 = x', `v1=${a64}`, ` v2=${b64}`, `v1=${'A'.repeat(64)}`),
    )
    const header = fc.oneof(
      anyText,
      fc.array(element, { maxLength: 8 }).map((elements) => elements.join(',')),
    )
    fc.assert(
      fc.property(header, (text) => {
        const parsed = parseSignature(text)
        if (parsed === null) return
        expect(parsed.signedTimestamp).toMatch(/^[0-9]{1,12}$/)
        expect(parsed.v1.length).toBeGreaterThan(0)
        for (const digest of [...parsed.v1, ...parsed.v2]) expect(digest).toMatch(/^[0-9a-f]{64}$/)
      }),
      { numRuns: 1000 },
    )
  })
})

describe('verifySignature: v1', () => {
  test('valid: right secret, current timestamp', () => {
    expect(verify()).toBe('valid')
  })

  test('invalid_signature: malformed header', () => {
    expect(verify({ header: 'v1' })).toBe('invalid_signature')
  })

  test('invalid_signature: wrong secret', () => {
    expect(verify({ secrets: [otherSecret] })).toBe('invalid_signature')
  })

  test('valid: either of two secrets during a rotation', () => {
    expect(verify({ secrets: [secret, otherSecret] })).toBe('valid')
    expect(verify({ secrets: [otherSecret, secret] })).toBe('valid')
  })

  test('valid: several v1, any of which matches', () => {
    expect(verify({ header: `t=${now},v1=${a64},v1=${v1},v1=${b64}` })).toBe('valid')
  })

  test('the fifth candidate is tried, the sixth is not', () => {
    const wrong = `v1=${a64}`
    expect(verify({ header: `t=${now},${`${wrong},`.repeat(4)}v1=${v1}` })).toBe('valid')
    expect(verify({ header: `t=${now},${`${wrong},`.repeat(5)}v1=${v1}` })).toBe('invalid_signature')
  })
})

describe('verifySignature: timestamp', () => {
  test.each([
    [300, 'valid'],
    [-300, 'valid'],
    [301, 'signature_expired'],
    [-301, 'signature_expired'],
    [Number.NaN, 'signature_expired'],
  ])('our clock %d s ahead: %s', (skewSeconds, verdict) => {
    expect(verify({ nowSeconds: now + skewSeconds })).toBe(verdict)
  })

  test('the tolerance can be narrowed', () => {
    expect(verify({ nowSeconds: now + 10, toleranceSeconds: 10 })).toBe('valid')
    expect(verify({ nowSeconds: now + 11, toleranceSeconds: 10 })).toBe('signature_expired')
  })

  test('invalid_signature, not signature_expired: a forged header that is also old', () => {
    expect(verify({ header: `t=${now},v1=${a64}`, nowSeconds: now + 9999 })).toBe('invalid_signature')
    expect(verify({ secrets: [], nowSeconds: now + 9999 })).toBe('invalid_signature')
  })
})

describe('verifySignature: v2', () => {
  const withV2 = `t=${now},v1=${v1},v2=${v2}`

  test('valid: v1 and v2 match', () => {
    expect(verify({ header: withV2, request })).toBe('valid')
    expect(verify({ header: withV2, request, requireV2: true })).toBe('valid')
  })

  test('valid: several v2, one of which matches', () => {
    expect(verify({ header: `t=${now},v1=${v1},v2=${a64},v2=zz,v2=${v2}`, request })).toBe('valid')
  })

  test.each([
    ['none matches', `v2=${a64}`],
    ['malformed', 'v2=zz'],
    ['empty', 'v2='],
    ['bare', 'v2'],
    ['uppercase', `v2=${v2.toUpperCase()}`],
    ['the v1 digest', `v2=${v1}`],
  ])('invalid_signature: v2 present, %s, although v1 matches', (_, element) => {
    expect(verify({ header: `t=${now},v1=${v1},${element}`, request })).toBe('invalid_signature')
  })

  test.each([
    ['method', { ...request, method: 'DELETE' }],
    ['path', { ...request, path: '/integrations/users/' }],
    ['query', { ...request, path: '/integrations/users?a=1' }],
  ])('invalid_signature: v2 signed for another %s', (_, otherRequest) => {
    expect(verify({ header: withV2, request: otherRequest })).toBe('invalid_signature')
  })

  test('invalid_signature: v2 matches, v1 does not', () => {
    expect(verify({ header: `t=${now},v1=${a64},v2=${v2}`, request })).toBe('invalid_signature')
  })

  test('invalid_signature: v2 present, but no request to check it against', () => {
    expect(verify({ header: withV2 })).toBe('invalid_signature')
  })

  test('v2 absent: valid unless v2 is required', () => {
    expect(verify({ request })).toBe('valid')
    expect(verify({ request, requireV2: true })).toBe('invalid_signature')
    expect(verify({ requireV2: true })).toBe('invalid_signature')
  })

  test('signature_expired: v2 matches, but its timestamp is old', () => {
    expect(verify({ header: withV2, request, nowSeconds: now + 301 })).toBe('signature_expired')
  })
})

describe('constant-time verification', () => {
  const withV2 = `t=${now},v1=${v1},v2=${v2}`

  function cost(overrides: Parameters<typeof verify>[0]) {
    vi.clearAllMocks()
    verify(overrides)
    return {
      hmacs: vi.mocked(createHmac).mock.calls.length,
      compares: vi.mocked(timingSafeEqual).mock.calls.length,
    }
  }

  test('an unknown partner takes as much work as a known one', () => {
    expect(cost({})).toEqual({ hmacs: 1, compares: 1 })
    expect(cost({ secrets: [] })).toEqual({ hmacs: 1, compares: 1 })
    expect(cost({ header: withV2, request })).toEqual({ hmacs: 2, compares: 2 })
    expect(cost({ header: withV2, request, secrets: [] })).toEqual({ hmacs: 2, compares: 2 })
  })

  test('nothing is valid without a secret, not even a signature with the dummy secret', () => {
    const header = `t=${now},v1=${createHmac('sha256', '').update(`${now}.${body}`).digest('hex')}`
    expect(verify({ header, secrets: [] })).toBe('invalid_signature')
    expect(verify({ header, secrets: [''] })).toBe('invalid_signature')
    expect(verify({ header, secrets: ['', secret] })).toBe('invalid_signature')
  })

  test('the work does not depend on which secret or candidate matched', () => {
    const pairs = { hmacs: 2, compares: 6 }
    const header = (...digests: string[]) => `t=${now},${digests.map((digest) => `v1=${digest}`).join(',')}`
    expect(cost({ header: header(v1, a64, b64), secrets: [secret, otherSecret] })).toEqual(pairs)
    expect(cost({ header: header(a64, b64, v1), secrets: [otherSecret, secret] })).toEqual(pairs)
    expect(cost({ header: header(a64, b64, a64), secrets: [otherSecret, secret] })).toEqual(pairs)
  })

  test('a wrong v1 or a missing required v2 does not reduce the work', () => {
    expect(cost({ header: `t=${now},v1=${a64},v2=${v2}`, request })).toEqual({ hmacs: 2, compares: 2 })
    expect(cost({ requireV2: true, request })).toEqual({ hmacs: 1, compares: 1 })
  })

  test('a header full of candidates causes at most five comparisons per secret', () => {
    expect(cost({ header: `t=${now}${`,v1=${a64}`.repeat(14)}` })).toEqual({ hmacs: 1, compares: 5 })
  })
})

describe('properties', () => {
  // ASCII, because different lone surrogates are encoded as the same bytes.
  const anySecret = fc.string({ unit: 'binary-ascii', minLength: 1, maxLength: 80 })
  const anyTime = fc.integer({ min: 0, max: 2 ** 31 - 1 })
  const anyBytes = fc.uint8Array({ maxLength: 200 })
  const anyRequest = fc.record({ method: fc.constantFrom('GET', 'POST', 'DELETE'), path: fc.webPath() })

  function flipBit(bytes: Uint8Array, position: number): Uint8Array {
    const flipped = Uint8Array.from(bytes)
    const index = Math.floor(position / 8) % bytes.length
    flipped[index] = (bytes[index] ?? 0) ^ (1 << (position % 8))
    return flipped
  }

  test('a signed body is valid, as text and as bytes, with and without v2', () => {
    fc.assert(
      fc.property(
        anySecret,
        anyTime,
        fc.oneof(anyBytes, anyText),
        fc.option(anyRequest, { nil: undefined }),
        (secret, timestampSeconds, body, request) => {
          const header = signatureHeader({ secret, timestampSeconds, body, request })
          const secrets = [otherSecret, secret]
          expect(verifySignature({ header, secrets, body, nowSeconds: timestampSeconds, request })).toBe(
            'valid',
          )
        },
      ),
    )
  })

  test('one bit changed in the body: invalid_signature', () => {
    const someBytes = fc.uint8Array({ minLength: 1, maxLength: 200 })
    fc.assert(
      fc.property(anySecret, anyTime, someBytes, fc.nat(), (secret, timestampSeconds, body, position) => {
        const header = signatureHeader({ secret, timestampSeconds, body })
        const check = { header, secrets: [secret], nowSeconds: timestampSeconds }
        expect(verifySignature({ ...check, body: flipBit(body, position) })).toBe('invalid_signature')
      }),
    )
  })

  test('one bit changed in the secret: invalid_signature', () => {
    fc.assert(
      fc.property(
        anySecret,
        anyTime,
        anyBytes,
        fc.nat(),
        fc.nat(6),
        (secret, timestampSeconds, body, at, bit) => {
          const index = at % secret.length
          const changed = String.fromCharCode(secret.charCodeAt(index) ^ (1 << bit))
          const secrets = [secret.slice(0, index) + changed + secret.slice(index + 1)]
          const header = signatureHeader({ secret, timestampSeconds, body })
          expect(verifySignature({ header, secrets, body, nowSeconds: timestampSeconds })).toBe(
            'invalid_signature',
          )
        },
      ),
    )
  })

  test('one bit changed in the timestamp: invalid_signature, even if the clock agrees with the new one', () => {
    fc.assert(
      fc.property(anySecret, anyTime, anyBytes, fc.nat(30), (secret, timestampSeconds, body, bit) => {
        const changed = timestampSeconds ^ (1 << bit)
        const header = `t=${changed},v1=${signV1(secret, timestampSeconds, body)}`
        expect(verifySignature({ header, secrets: [secret], body, nowSeconds: changed })).toBe(
          'invalid_signature',
        )
      }),
    )
  })

  test('one bit changed in the digest: invalid_signature', () => {
    fc.assert(
      fc.property(fc.nat(255), (position) => {
        const header = `t=${now},v1=${Buffer.from(flipBit(Buffer.from(v1, 'hex'), position)).toString('hex')}`
        expect(verify({ header })).toBe('invalid_signature')
      }),
    )
  })
})
