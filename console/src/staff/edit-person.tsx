import { listStaff, updateStaffMember } from '@counterfoil/contract/admin/staff.ts'
import { Stack } from '@mantine/core'
import { call } from '../api/call.ts'
import { EditorForm } from '../form/editor-form.tsx'
import { ChoiceField, TextField } from '../form/fields.tsx'
import { useEditor } from '../form/use-editor.ts'
import { Dialog } from '../kit/dialog.tsx'
import { LANGUAGE_OPTIONS } from '../kit/language-options.ts'
import { notifyDone } from '../kit/notify.ts'
import { STAFF_LABELS, STAFF_WORDS as words } from '../words/staff.ts'
import { AccessFields, accessOf } from './access-fields.tsx'
import type { Person } from './person.ts'

export function EditPerson({ person, close }: { person: Person; close: () => void }) {
  const editor = useEditor({
    draftKey: `staff:${person.id}`,
    body: updateStaffMember.body,
    labels: STAFF_LABELS,
    stored: valuesOf(person),
    version: person.version,
    save: (changes, version, all) => {
      const touchesAccess = 'role' in changes || 'merchantIds' in changes || 'partnerId' in changes
      const body = { ...changes, ...(touchesAccess && accessOf(all)) } as object
      return call(updateStaffMember, {
        params: { id: person.id },
        body,
        ...(version !== null && { ifMatch: version }),
      })
    },
    reload: async () => {
      const { items } = await call(listStaff, { query: { q: person.email } })
      const theirs = items.find(({ id }) => id === person.id) ?? person
      return { stored: valuesOf(theirs), version: theirs.version }
    },
    saved: (saved) => {
      notifyDone(words.changed(saved.name))
      close()
    },
    fieldOfCode: { email_taken: 'email' },
  })
  return (
    <Dialog onClose={close} title={words.changeTitle(person.name)}>
      <EditorForm editor={editor}>
        <Stack gap="md">
          <TextField of={editor} name="email" type="email" />
          <TextField of={editor} name="name" />
          <AccessFields editor={editor} />
          <ChoiceField
            of={editor}
            name="language"
            options={LANGUAGE_OPTIONS}
            hint={words.languageHint}
            placeholder={words.languageOfBrowser}
            clearable
          />
        </Stack>
      </EditorForm>
    </Dialog>
  )
}

function valuesOf({ email, name, role, merchantIds, partnerId, language }: Person) {
  return { email, name, role: role as string, merchantIds, partnerId, language: language as string | null }
}
