import { createKey } from '@counterfoil/contract/admin/keys.ts'
import { Stack } from '@mantine/core'
import { call } from '../api/call.ts'
import { DateField } from '../form/date-field.tsx'
import { EditorForm } from '../form/editor-form.tsx'
import { TextField } from '../form/fields.tsx'
import { useEditor } from '../form/use-editor.ts'
import { Dialog } from '../kit/dialog.tsx'
import { useTimeZone } from '../time/time-zone.ts'
import { KEY_LABELS, STAFF_WORDS as words } from '../words/staff.ts'
import { AccessFields, type AccessValues, accessOf } from './access-fields.tsx'

type Values = AccessValues & { name: string; expiresAt: string | null }

const NEW_KEY: Values = { name: '', role: 'merchant', merchantIds: null, partnerId: null, expiresAt: null }

export function NewKey({ created, close }: { created: (key: string) => void; close: () => void }) {
  const zone = useTimeZone()
  const editor = useEditor({
    draftKey: 'key:new',
    body: createKey.body,
    labels: KEY_LABELS,
    stored: NEW_KEY,
    version: null,
    save: (values) => {
      const { name, expiresAt, ...access } = values as Values
      return call(createKey, { body: { name, ...accessOf(access), expiresAt } })
    },
    saved: ({ key }) => {
      close()
      created(key)
    },
  })
  return (
    <Dialog onClose={close} title={words.createKeyTitle}>
      <EditorForm editor={editor} action={words.createKeyAction}>
        <Stack gap="md">
          <TextField of={editor} name="name" autoFocus />
          <AccessFields editor={editor} />
          <DateField of={editor} name="expiresAt" timeZone={zone} hint={words.endsHint(zone)} />
        </Stack>
      </EditorForm>
    </Dialog>
  )
}
