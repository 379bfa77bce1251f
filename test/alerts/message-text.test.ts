import { ALERT_KINDS, type AlertKind } from '@counterfoil/contract/admin/alerts.ts'
import { STAFF_LANGUAGES } from '@counterfoil/contract/shapes/staff-language.ts'
import { describe, expect, test } from 'vitest'
import type { ReportedAlert } from '../../src/domain/stored-alerts/alert-words.ts'
import { writeMessage } from '../../src/domain/stored-alerts/message-text.ts'

const SINCE = '2026-11-18T08:20:00.000Z'
const FACTS = {
  ...{ guesses: 12, failures: 3, withinMeters: 200, available: 5, total: 100, used: 90, cap: 100 },
  ...{ error: 'ECONNREFUSED', device: 'Firefox', missing: 'imagePath outletIds', validUntil: SINCE },
  timezone: 'Asia/Kuala_Lumpur',
}

function alertOf(kind: AlertKind, changes: Partial<ReportedAlert> = {}): ReportedAlert {
  const subject = { type: 'voucher' as const, id: '2026-10', name: 'Kopi' }
  const ids = { id: 'a', merchantId: null, partnerId: null }
  return { ...ids, kind, subject, facts: FACTS, change: 'BEGAN', since: SINCE, endedAt: null, ...changes }
}

const textOf = ({ title, sections, footer, open }: ReturnType<typeof writeMessage>) =>
  [title, ...sections.flatMap((section) => [section.title, ...section.lines]), footer, open].join('\n')

describe.each(STAFF_LANGUAGES)('%s', (language) => {
  const settings = {
    language,
    timezone: 'Asia/Kuala_Lumpur',
    consoleUrl: 'https://acme.example/console/alerts',
  }

  test.each(ALERT_KINDS)('%s: a message has no gap, in every plural form', (kind) => {
    for (const count of [1, 2, 3, 11, 100]) {
      const begun = Array.from({ length: count }, () => alertOf(kind))
      const ended = begun.map((alert) => ({ ...alert, change: 'ENDED' as const, endedAt: SINCE }))
      for (const alerts of [begun, ended, [...begun, ...ended], [...begun, alertOf('NEW_DEVICE')]])
        expect(textOf(writeMessage(alerts, settings))).not.toMatch(/undefined|[{}#]/)
    }
  })
})

test('the words and the times are those of the language, and names keep their direction in Arabic', () => {
  const consoleUrl = 'https://acme.example/console/alerts'
  const write = (language: (typeof STAFF_LANGUAGES)[number]) =>
    textOf(writeMessage([alertOf('POOL_LOW')], { language, timezone: 'Asia/Kuala_Lumpur', consoleUrl }))
  expect(STAFF_LANGUAGES.map(write)).toEqual([
    `5 of 100 codes left for Kopi
1 code pool is low
5 of 100 codes left for Kopi (since 18 Nov 2026, 16:20)
All current alerts are in the console:
Open`,
    `5 daripada 100 kod tinggal bagi Kopi
1 kumpulan kod hampir habis
5 daripada 100 kod tinggal bagi Kopi (sejak 18 Nov 2026, 4:20 PTG)
Semua amaran semasa ada di konsol:
Buka`,
    `Kopi 的券码还剩 5 个，共 100 个
1 个券码库即将用尽
Kopi 的券码还剩 5 个，共 100 个（自 2026年11月18日 16:20 起）
控制台列出所有当前警报：
打开`,
    `الرموز المتبقية لـ \u2068Kopi\u2069: \u20685\u2069 من \u2068100\u2069
مجموعة رموز واحدة توشك على النفاد
الرموز المتبقية لـ \u2068Kopi\u2069: \u20685\u2069 من \u2068100\u2069 (منذ \u206818\u200f/11\u200f/2026، 4:20 م\u2069)
كل التنبيهات الحالية في لوحة التحكم:
فتح`,
  ])
})
