import { STAFF_LANGUAGES } from '@counterfoil/contract/shapes/staff-language.ts'
import { LANGUAGE_NAMES } from '../words/language-names.ts'

export const LANGUAGE_OPTIONS = STAFF_LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))
