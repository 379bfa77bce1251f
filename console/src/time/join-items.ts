import type { StaffLanguage } from '@counterfoil/contract/shapes/staff-language.ts'
import { LANGUAGE } from './language.ts'

const COMMAS: Record<StaffLanguage, string> = { en: ', ', ms: ', ', 'zh-Hans': '、', ar: '، ' }

/** Items one after the other, with the comma of the language. */
export const joinItems = (items: readonly string[]): string => items.join(COMMAS[LANGUAGE])
