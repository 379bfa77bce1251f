import { failureText, textOfErrorCode, writeFailure } from '@counterfoil/contract/words/call-failure.ts'
import { ENGLISH_FAILURES } from '@counterfoil/contract/words/english-failures.ts'
import { FACT_LANGUAGES } from '@counterfoil/contract/words/fact-languages.ts'
import { describe, expect, test } from 'vitest'
import { explainFailure } from '../../console/src/facts/call-failure.ts'
import { messageSentence } from '../../src/domain/stored-alerts/message-text.ts'

/** Why a webhook or a message about an alert failed is stored in English, and read in every language. */

const OTHERS = ['ms', 'zh-Hans', 'ar'] as const
const isolate = (text: string) => `\u2068${text}\u2069`
const DETAILS = {
  ...{ seconds: 0.8, status: 503, count: 1, total: 2, bytes: 1024 },
  ...{ host: 'partner.example', command: 'RCPT TO', text: 'Invalid header', reason: 'SQUIRREL' },
}
const CODES = Object.keys(ENGLISH_FAILURES.codes) as (keyof typeof ENGLISH_FAILURES.codes)[]
const SENTENCES = Object.keys(ENGLISH_FAILURES.sentences) as (keyof typeof ENGLISH_FAILURES.sentences)[]

describe.each(OTHERS)('%s', (language) => {
  const words = FACT_LANGUAGES[language].failures

  test.each(CODES)('%s: its sentence, with the code in parentheses', (code) => {
    const text = `${ENGLISH_FAILURES.codes[code]} (${code})`
    expect(textOfErrorCode(code)).toBe(text)
    expect(words.codes[code]).not.toBe(ENGLISH_FAILURES.codes[code])
    const written = words.withCode.replace('{meaning}', words.codes[code]).replace('{code}', isolate(code))
    expect(writeFailure(text, words, isolate)).toBe(written)
  })

  test.each(SENTENCES)('%s: its sentence, with the same details', (failure) => {
    const text = failureText(failure, DETAILS)
    expect(text).not.toMatch(/[{}]/)
    expect(words.sentences[failure]).not.toBe(ENGLISH_FAILURES.sentences[failure])
    const written = words.sentences[failure].replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      isolate(String(DETAILS[name as keyof typeof DETAILS])),
    )
    expect(writeFailure(text, words, isolate)).toBe(written)
    const detailsOf = (template: string) => (template.match(/\{\w+\}/g) ?? []).sort()
    expect(detailsOf(words.sentences[failure])).toEqual(detailsOf(ENGLISH_FAILURES.sentences[failure]))
  })

  test('an unknown text stays as it is, isolated', () => {
    for (const text of [
      'something else (EWEIRD)',
      'EWEIRD',
      'Parse Error',
      'the receiver answered often',
      '',
    ])
      expect(writeFailure(text, words, isolate)).toBe(isolate(text))
  })
})

test('the message of a library is explained by its code, and stays in parentheses', () => {
  const { failures } = FACT_LANGUAGES.ms
  expect(
    [
      'connect ECONNREFUSED 127.0.0.1:25',
      'getaddrinfo ENOTFOUND keys.example',
      'ECONNRESET',
      'self-signed certificate in certificate chain',
      'Greeting never received',
      'not accepted for 1 of 2 addresses: connect ECONNREFUSED 127.0.0.1:25',
    ].map((text) => writeFailure(text, failures)),
  ).toEqual([
    'sambungan ditolak (connect ECONNREFUSED 127.0.0.1:25)',
    'nama hos tidak wujud (getaddrinfo ENOTFOUND keys.example)',
    'sambungan diputuskan (ECONNRESET)',
    'rantaian sijil mengandungi sijil yang ditandatangani sendiri (self-signed certificate in certificate chain)',
    'masa sambungan tamat (Greeting never received)',
    'tidak diterima bagi 1 daripada 2 alamat: sambungan ditolak (connect ECONNREFUSED 127.0.0.1:25)',
  ])
})

test('English shows each text exactly as it is stored', () => {
  for (const text of ['the connection was refused (ECONNREFUSED)', 'connect ECONNREFUSED ::1:25', 'other'])
    expect(explainFailure(text)).toBe(text)
})

test('a message about an alert says in the language of its destination why calls fail', () => {
  const say = (error: string, language: 'en' | (typeof OTHERS)[number]) =>
    messageSentence(
      {
        ...{ id: 'a', kind: 'DESTINATION_FAILING', merchantId: null, partnerId: null, change: 'BEGAN' },
        ...{ since: '2026-11-18T08:20:00.000Z', endedAt: null, facts: { error } },
        subject: { type: 'destination', id: 'a', name: 'On call' },
      },
      language,
    )
  const refused = 'the connection was refused (ECONNREFUSED)'
  expect([say(refused, 'en'), say(refused, 'ms'), say(refused, 'zh-Hans'), say(refused, 'ar')]).toEqual([
    'Alerts cannot be sent to On call: the connection was refused (ECONNREFUSED)',
    'Amaran tidak dapat dihantar kepada On call: sambungan ditolak (ECONNREFUSED)',
    '警报无法发送到 On call：连接被拒绝（ECONNREFUSED）',
    'تعذّر إرسال التنبيهات إلى \u2068On call\u2069: رُفض الاتصال (\u2068ECONNREFUSED\u2069)',
  ])
  expect(say('out of order', 'ar')).toBe(
    'تعذّر إرسال التنبيهات إلى \u2068On call\u2069: \u2068out of order\u2069',
  )
})
