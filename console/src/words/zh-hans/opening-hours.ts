import { formatNumber } from '../../time/numbers.ts'
import type * as english from '../opening-hours.ts'
import type { WordsOf } from '../words-of.ts'

export const OPENING_HOURS_WORDS: WordsOf<typeof english.OPENING_HOURS_WORDS> = {
  intro:
    '用户可看到门店是否营业。优惠券随时可以兑换。早于开门时间的关门时间算在次日；全天为 00:00 至 24:00。',
  unknown: '未知。用户看不到营业时间。',
  add: '添加营业时间',
  remove: '移除营业时间',
  closed: '休息',
  addSpan: '添加时段',
  addSpanOn: (day) => `添加时段：${day}`,
  removeSpan: '移除',
  removeSpanOn: (day, span) => `移除${day}的 ${span}`,
  copyFrom: (day) => `将${day}复制到每天`,
  further: (day, place) => `${day}（${formatNumber(place)}）`,
  opens: (day) => `${day}，开门`,
  closes: (day) => `${day}，关门`,
  until: '至',
  exceptions: '例外',
  exceptionsIntro: '营业时间不同的日期，例如公共假期。没有时段的日期为休息。',
  addException: '添加日期',
  removeException: '移除日期',
  date: '日期',
  note: '备注',
  newDate: '新日期',
  timezoneHint: '营业时间的时区。留空：商户的时区。',
  merchantZone: (zone) => `${zone}（商户）`,
}

export const IMPORTED_HOURS_WORDS = '营业时间写作 Mo-Fr 09:00-18:00; Sa 20:00-02:00; 2026-12-25 closed。'

export const DAY_NAMES: WordsOf<typeof english.DAY_NAMES> = {
  MO: '星期一',
  TU: '星期二',
  WE: '星期三',
  TH: '星期四',
  FR: '星期五',
  SA: '星期六',
  SU: '星期日',
}
