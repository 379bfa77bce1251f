import { replaceStatementSettings, viewStatementSettings } from '@counterfoil/contract/admin/statements.ts'
import { Stack, Text, Textarea } from '@mantine/core'
import { call, type ResponseBody } from '../api/call.ts'
import { useApiQuery } from '../api/use-api-query.ts'
import { EditorForm } from '../form/editor-form.tsx'
import { NumberField, propsOf, TextField, write } from '../form/fields.tsx'
import { ImageField } from '../form/image-field.tsx'
import { ReadOnly } from '../form/read-only.tsx'
import { type Editor, useEditor } from '../form/use-editor.ts'
import { Loaded } from '../kit/loaded.tsx'
import { notifyDone } from '../kit/notify.ts'
import { Panel } from '../kit/panel.tsx'
import { useCan } from '../session/use-session.ts'
import { STATEMENT_SETTINGS_LABELS, STATEMENT_SETTINGS_WORDS as words } from '../words/statements.ts'

type Stored = ResponseBody<typeof viewStatementSettings>
type Values = Stored['issuer'] & Pick<Stored, 'closeOnDay'>

const { issuer, closeOnDay } = replaceStatementSettings.body.properties
/** The limits of the fields, side by side as the form has them. */
const BODY = { properties: { ...issuer.properties, closeOnDay } }

/** The letterhead of printed statements, and the day on which a month is closed. */
export function StatementSettings() {
  const settings = useApiQuery(viewStatementSettings, {})
  return (
    <Panel title={words.title}>
      <Text size="sm" c="dimmed">
        {words.intro}
      </Text>
      <Loaded of={settings}>{(stored) => <Form stored={stored} />}</Loaded>
    </Panel>
  )
}

function Form({ stored }: { stored: Stored }) {
  const can = useCan()
  const editor = useEditor<Values, Stored>({
    draftKey: 'settings:statements',
    body: BODY,
    labels: STATEMENT_SETTINGS_LABELS,
    stored: valuesOf(stored),
    version: Date.parse(stored.updatedAt),
    save: (changes) => {
      const { closeOnDay: day, ...letterhead } = { ...valuesOf(stored), ...changes }
      const addressLines = letterhead.addressLines.map((line) => line.trim()).filter((line) => line !== '')
      return call(replaceStatementSettings, {
        body: { issuer: { ...letterhead, addressLines }, closeOnDay: day },
      })
    },
    saved: () => notifyDone(words.saved),
  })
  const fields = (
    <Stack gap="md">
      <TextField of={editor} name="name" />
      <AddressField editor={editor} />
      <TextField of={editor} name="registrationNumber" />
      <ImageField of={editor} name="logoPath" hint={words.logoHint} width={120} height={60} />
      <NumberField of={editor} name="closeOnDay" hint={words.closeOnDayHint} />
    </Stack>
  )
  if (!can(replaceStatementSettings)) return <ReadOnly>{fields}</ReadOnly>
  return <EditorForm editor={editor}>{fields}</EditorForm>
}

function valuesOf({ issuer: letterhead, closeOnDay: day }: Stored): Values {
  return { ...letterhead, closeOnDay: day }
}

function AddressField({ editor }: { editor: Editor<Values> }) {
  const name = 'addressLines'
  return (
    <Textarea
      {...propsOf({ of: editor, name, hint: words.hint })}
      autosize
      minRows={2}
      value={editor.form.values[name].join('\n')}
      onChange={({ currentTarget: { value } }) => write(editor, name, value === '' ? [] : value.split('\n'))}
    />
  )
}
