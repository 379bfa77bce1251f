import { NewOutlet } from '@counterfoil/contract/admin/outlets.ts'
import { reasonInEnglish } from '@counterfoil/contract/words/in-english.ts'
import { fieldName, reasonWriter } from '@counterfoil/contract/words/reason.ts'
import { expect, test } from 'vitest'
import { languageIn } from '../../console/src/facts/describe.ts'
import { writeIssue, writeIssues } from '../../console/src/facts/issues.ts'
import { REASON_WORDS as MALAY } from '../../console/src/words/ms/reasons.ts'
import { REASON_WORDS as CHINESE } from '../../console/src/words/zh-hans/reasons.ts'
import { reasonOf } from '../../src/domain/request-log/reason.ts'
import { compile, issuesOf } from '../../src/platform/input/validation.ts'
import { invalid, issueAt, malformed } from '../../src/platform/refusal.ts'

/** What is wrong with an input is written from its facts, with the label of its field. */

test('an issue names its field and other fields by their labels', () => {
  const issue = issueAt('/validUntil', 'issue.after', { field: fieldName('validFrom') })
  expect(issue.message).toBe('must be after validFrom')
  expect(writeIssue(issue)).toBe('Ends: must be after Starts.')
  expect(writeIssue(issueAt('/line 3/pin', 'issue.required'))).toBe('line 3/pin: is required.')
  expect(writeIssue(issueAt('', 'issue.fileTooLong', { limit: 10_000 }))).toBe(
    'the file has more than 10,000 rows.',
  )
})

test('an issue of an older service keeps its English, as does one without words', () => {
  const issue = { path: '/pin', message: 'must be exactly 4 digits, 0 to 9' }
  expect(writeIssues([issue])[0]?.message).toBe(issue.message)
  expect(writeIssues([{ ...issue, facts: { sentence: 'issue.new', details: {} } }])[0]?.message).toBe(
    issue.message,
  )
})

test('what the schema refuses can be written in another language, to the last issue', () => {
  const outlet = {
    name: ' ',
    addressLine: 'x'.repeat(501),
    city: 7,
    countryCode: 'MYS',
    pin: '12',
    latitude: 91,
    secret: 1,
  }
  const issues = issuesOf(compile(NewOutlet), outlet)
  const write = reasonWriter(languageIn('UTC'), MALAY)
  const written = issues.map(({ path, facts }) => [path, facts && write([facts])?.[0]])
  expect(Object.fromEntries(written)).toEqual({
    '/name': 'mesti mengandungi aksara yang kelihatan',
    '/addressLine': 'mesti paling banyak 500 aksara',
    '/city': 'mesti teks (string)',
    '/countryCode': 'mesti two letters (ISO 3166-1 alpha-2)',
    '/pin': 'mesti exactly 4 digits, 0 to 9',
    '/latitude': 'mesti 90 atau kurang',
    '/longitude': 'diperlukan bersama Latitude',
    '/secret': 'bukan medan yang dikenali',
  })
})

test('the reason of a recorded request has its issues, and counts what is hidden', () => {
  const issues = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => issueAt(`/${name}`, 'issue.required'))
  const reason = reasonOf(invalid(...issues))
  const english =
    'request: /a is required; /b is required; /c is required; /d is required; /e is required; 1 more'
  expect(reasonInEnglish(reason)).toBe(english)
  expect(reasonWriter(languageIn('UTC'), CHINESE)([reason])).toEqual([
    '请求：/a：为必填项; /b：为必填项; /c：为必填项; /d：为必填项; /e：为必填项; 1 more',
  ])
  const whole = reasonOf(malformed('issue.bodyNotJson'))
  expect(reasonInEnglish(whole)).toBe('request: the body is not valid JSON')
})
