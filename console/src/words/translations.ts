/** Words of the fields for texts in other languages. */
export const TRANSLATION_WORDS = {
  legend: 'Other languages',
  intro:
    'Users see these texts if their app asks for the language. A text that is empty is shown as written above.',
  tag: 'Language tag',
  tagHint: 'For example ms for Malay, zh-Hans for simplified Chinese, ta for Tamil.',
  add: 'Add language',
  malformed: 'This is not a language tag. Examples: ms, zh-Hans, pt-BR.',
  known: 'This language is already here.',
  tooMany: (max: number) => `At most ${max} languages`,
  remove: (language: string) => `Remove ${language}`,
  unnamed: 'New sub-category',
  fieldIn: (field: string, language: string) => `${field} in ${language}`,
} as const
