import { NativeSelect } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { languageName } from '../form/language-tag.ts'
import { PREVIEW_WORDS as words } from '../words/preview.ts'

/** The language of a preview, and its choice among those of the record; no choice if there is only one. */
export function useLanguageChoice(translations: object): { language: string | null; choice: ReactNode } {
  const [wanted, setLanguage] = useState('')
  const tags = Object.keys(translations)
  const language = tags.includes(wanted) ? wanted : null
  if (tags.length === 0) return { language, choice: null }
  const choice = (
    <NativeSelect
      size="xs"
      aria-label={words.language}
      value={language ?? ''}
      onChange={(event) => setLanguage(event.currentTarget.value)}
      data={[
        { value: '', label: words.baseLanguage },
        ...tags.map((tag) => ({ value: tag, label: languageName(tag) })),
      ]}
    />
  )
  return { language, choice }
}
