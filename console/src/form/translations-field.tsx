import { Button, Fieldset, Group, Stack, Text, Textarea, TextInput, Title } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { TRANSLATION_WORDS as words } from '../words/translations.ts'
import { type BodySchema, checkField, type FieldSchema } from './check-field.ts'
import { directionOf } from './direction-of.ts'
import { write } from './fields.tsx'
import { languageName, readLanguageTag } from './language-tag.ts'
import { fieldMark } from './save-refused.tsx'
import type { Editor, Values } from './use-editor.ts'

type Texts = Partial<Record<string, string>>
export type Translations = Record<string, Texts>

/** The contract's own limits of translations. */
type TranslationsSchema = {
  propertyNames: { pattern: string }
  additionalProperties: { properties: Record<string, FieldSchema> }
  maxProperties: number
}

/** Texts that may be longer get a second line. */
const MAX_ONE_LINE = 500

/** Texts of other parts of the record in the same languages, such as those of sub-categories. */
export type MoreTexts = {
  tags: string[]
  show: (tag: string, language: string) => ReactNode
  remove: (tag: string) => void
}

/**
 * The texts of a record in other languages: every text that the contract lets translate. A language without any text is
 * not part of the record.
 */
export function TranslationsField<V extends Values & { translations: Translations }>({
  of: editor,
  more,
}: {
  of: Editor<V>
  more?: MoreTexts
}) {
  const { translations } = editor.form.values
  const [added, setAdded] = useState<string[]>([])
  const schema = (editor.body as BodySchema).properties?.translations as unknown as TranslationsSchema
  const tags = [...new Set([...Object.keys(translations), ...(more?.tags ?? []), ...added])].sort()
  const change = (tag: string, texts: Texts) => {
    const { [tag]: _before, ...others } = translations
    write(editor, 'translations', withTexts(others, tag, texts))
    // The language stays on the screen while its only text is being replaced.
    if (!added.includes(tag)) setAdded([...added, tag])
  }
  const remove = (tag: string) => {
    change(tag, {})
    more?.remove(tag)
    setAdded(added.filter((other) => other !== tag))
  }
  return (
    <Fieldset legend={words.legend} {...fieldMark('translations')}>
      <Stack gap="md">
        <Text size="sm">{words.intro}</Text>
        {editor.form.errors.translations && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {editor.form.errors.translations}
          </Text>
        )}
        {tags.map((tag) => (
          <Language
            key={tag}
            tag={tag}
            texts={translations[tag] ?? {}}
            fields={schema.additionalProperties.properties}
            labels={editor.labels}
            change={(texts) => change(tag, texts)}
            remove={() => remove(tag)}
          >
            {more?.show(tag, languageName(tag))}
          </Language>
        ))}
        <AddLanguage schema={schema} tags={tags} add={(tag) => setAdded([...added, tag])} />
      </Stack>
    </Fieldset>
  )
}

/** The language is left out if it has no text. */
export function withTexts(others: Translations, tag: string, texts: Texts): Translations {
  const filled = Object.entries(texts).filter(([, text]) => text !== undefined && text !== '')
  return filled.length === 0 ? others : { ...others, [tag]: Object.fromEntries(filled) }
}

function Language({
  tag,
  texts,
  fields,
  labels,
  change,
  remove,
  children,
}: {
  tag: string
  texts: Texts
  fields: Record<string, FieldSchema>
  labels: Record<string, string>
  change: (texts: Texts) => void
  remove: () => void
  children: ReactNode
}) {
  const language = languageName(tag)
  return (
    <section className="language" aria-label={language}>
      <Stack gap="sm">
        <Group justify="space-between">
          <Title order={2} size="h6">
            {language}
          </Title>
          <Button size="compact-sm" variant="default" onClick={remove}>
            {words.remove(language)}
          </Button>
        </Group>
        {Object.entries(fields).map(([field, schema]) => (
          <Textarea
            key={field}
            label={words.fieldIn(labels[field] ?? field, language)}
            autosize
            minRows={(schema.maxLength ?? 0) > MAX_ONE_LINE ? 2 : 1}
            attributes={{ input: { dir: directionOf(texts[field] ?? '') } }}
            value={texts[field] ?? ''}
            error={texts[field] === undefined ? null : checkField(schema, texts[field])}
            onChange={(event) => change({ ...texts, [field]: event.currentTarget.value })}
          />
        ))}
        {children}
      </Stack>
    </section>
  )
}

function AddLanguage({
  schema,
  tags,
  add,
}: {
  schema: TranslationsSchema
  tags: string[]
  add: (tag: string) => void
}) {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const submit = () => {
    const tag = readLanguageTag(text, schema.propertyNames.pattern)
    const wrong =
      tag === null
        ? words.malformed
        : tags.includes(tag)
          ? words.known
          : tags.length >= schema.maxProperties
            ? words.tooMany(schema.maxProperties)
            : null
    setProblem(wrong)
    if (tag === null || wrong !== null) return
    add(tag)
    setText('')
  }
  /** Enter would save the whole form. */
  const addByEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    submit()
  }
  return (
    <Group align="flex-start" gap="sm">
      <TextInput
        label={words.tag}
        description={words.tagHint}
        error={problem}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setProblem(null)
        }}
        onKeyDown={addByEnter}
      />
      <Button variant="default" mt={24} onClick={submit}>
        {words.add}
      </Button>
    </Group>
  )
}
