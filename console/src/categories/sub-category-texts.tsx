import { TextInput } from '@mantine/core'
import { type MoreTexts, withTexts } from '../form/translations-field.tsx'
import type { Editor } from '../form/use-editor.ts'
import { firstCharacters } from '../kit/first-characters.ts'
import { TRANSLATION_WORDS as words } from '../words/translations.ts'
import { MAX_NAME_LENGTH, type SubCategory } from './sub-categories-field.tsx'

type Values = {
  slug: string
  name: string
  subCategories: SubCategory[]
  translations: SubCategory['translations']
}

/** The names of the sub-categories in the languages of their category. */
export function subCategoryTexts(editor: Editor<Values>): MoreTexts {
  const { subCategories } = editor.form.values
  const change = (next: SubCategory[]) => editor.form.setFieldValue('subCategories', next)
  const translate = (index: number, tag: string, name: string) =>
    change(subCategories.map((one, place) => (place === index ? translated(one, tag, name) : one)))
  return {
    tags: subCategories.flatMap(({ translations }) => Object.keys(translations)),
    remove: (tag) => change(subCategories.map((one) => translated(one, tag, ''))),
    show: (tag, language) =>
      subCategories.map((one, index) => (
        <TextInput
          key={one.id ?? `new ${index}`}
          label={words.fieldIn(one.name || words.unnamed, language)}
          value={one.translations[tag]?.name ?? ''}
          onChange={(event) =>
            translate(index, tag, firstCharacters(event.currentTarget.value, MAX_NAME_LENGTH))
          }
        />
      )),
  }
}

function translated(one: SubCategory, tag: string, name: string): SubCategory {
  const { [tag]: _before, ...others } = one.translations
  return { ...one, translations: withTexts(others, tag, { name }) }
}
