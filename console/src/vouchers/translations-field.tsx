import { updateVoucher } from '@counterfoil/contract/admin-vouchers.ts'
import { Button, Fieldset, Group, Stack, Text, Textarea, TextInput, Title } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'
import { checkField, type FieldSchema } from '../form/check-field.ts'
import { write } from '../form/fields.tsx'
import { languageName, readLanguageTag } from '../form/language-tag.ts'
import { fieldMark } from '../form/save-refused.tsx'
import type { Editor } from '../form/use-editor.ts'
import { TRANSLATION_WORDS as words } from '../words/translations.ts'
import { VOUCHER_LABELS } from '../words/voucher-editor.ts'
import type { VoucherValues } from './voucher-values.ts'

type Translations = VoucherValues['translations']
type Texts = Translations[string]

const FIELDS = ['title', 'description', 'terms'] as const

/** The contract's own limits of a translation. */
const SCHEMA = updateVoucher.body.properties.translations as unknown as {
  propertyNames: { pattern: string }
  additionalProperties: { properties: Record<(typeof FIELDS)[number], FieldSchema> }
  maxProperties: number
}

/** The texts in other languages. A language without any text is not part of the voucher. */
export function TranslationsField({ editor }: { editor: Editor<VoucherValues> }) {
  const { translations } = editor.form.values
  const [added, setAdded] = useState<string[]>([])
  const tags = [...new Set([...Object.keys(translations), ...added])].sort()
  const change = (tag: string, texts: Texts) => {
    const { [tag]: _before, ...others } = translations
    // In a fixed order: the same texts are then no change.
    const all = Object.keys(texts).length === 0 ? others : { ...others, [tag]: texts }
    write(editor, 'translations', Object.fromEntries(Object.entries(all).sort()))
    // It stays on the screen while its only text is being replaced.
    if (!added.includes(tag)) setAdded([...added, tag])
  }
  const remove = (tag: string) => {
    change(tag, {})
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
            change={(texts) => change(tag, texts)}
            remove={() => remove(tag)}
          />
        ))}
        <AddLanguage tags={tags} add={(tag) => setAdded([...added, tag])} />
      </Stack>
    </Fieldset>
  )
}

function Language({
  tag,
  texts,
  change,
  remove,
}: {
  tag: string
  texts: Texts
  change: (texts: Texts) => void
  remove: () => void
}) {
  const name = languageName(tag)
  const set = (field: (typeof FIELDS)[number], text: string) => {
    const next = { ...texts, [field]: text }
    const filled = FIELDS.filter((one) => next[one] !== undefined && next[one] !== '')
    change(Object.fromEntries(filled.map((one) => [one, next[one]])))
  }
  return (
    <section className="language" aria-label={name}>
      <Stack gap="sm">
        <Group justify="space-between">
          <Title order={3} size="h6">
            {name}
          </Title>
          <Button size="compact-sm" variant="default" onClick={remove}>
            {words.remove(name)}
          </Button>
        </Group>
        {FIELDS.map((field) => (
          <Textarea
            key={field}
            label={words.fieldIn(VOUCHER_LABELS[field], name)}
            autosize
            minRows={field === 'title' ? 1 : 2}
            value={texts[field] ?? ''}
            error={
              texts[field] === undefined
                ? null
                : checkField(SCHEMA.additionalProperties.properties[field], texts[field])
            }
            onChange={(event) => set(field, event.currentTarget.value)}
          />
        ))}
      </Stack>
    </section>
  )
}

function AddLanguage({ tags, add }: { tags: string[]; add: (tag: string) => void }) {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const submit = () => {
    const tag = readLanguageTag(text, SCHEMA.propertyNames.pattern)
    const wrong =
      tag === null
        ? words.malformed
        : tags.includes(tag)
          ? words.known
          : tags.length >= SCHEMA.maxProperties
            ? words.tooMany(SCHEMA.maxProperties)
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
