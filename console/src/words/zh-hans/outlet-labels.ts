import type * as english from '../outlet-labels.ts'
import type { WordsOf } from '../words-of.ts'

export const OUTLET_LABELS: WordsOf<typeof english.OUTLET_LABELS> = {
  name: '名称',
  addressLine: '简短地址',
  addressFull: '完整地址',
  city: '城市',
  state: '州或地区',
  postalCode: '邮政编码',
  countryCode: '国家或地区',
  latitude: '纬度',
  longitude: '经度',
  timezone: '时区',
  openingHours: '营业时间',
  redeemBy: '兑换方式',
  isActive: '启用',
  translations: '翻译',
}

export const REDEEM_BY_WORDS: WordsOf<typeof english.REDEEM_BY_WORDS> = {
  PIN: 'PIN',
  QR: '由门店设备扫描的二维码',
  BOTH: 'PIN 或二维码',
}
