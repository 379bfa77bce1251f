import { createStaffMember } from '@counterfoil/contract/admin-staff.ts'
import { Modal, Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { EditorForm } from '../form/editor-form.tsx'
import { TextField } from '../form/fields.tsx'
import { useEditor } from '../form/use-editor.ts'
import { KIT_WORDS } from '../words/kit.ts'
import { STAFF_LABELS, STAFF_WORDS as words } from '../words/staff.ts'
import { AccessFields, accessOf } from './access-fields.tsx'
import { createInvite, type SignInLink } from './person.ts'

const NOBODY = { email: '', name: '', role: 'support', merchantId: null, partnerId: null } as {
  email: string
  name: string
  role: string
  merchantId: string | null
  partnerId: string | null
}

/** Adds a person and creates their link. */
export function InvitePerson({ invited, close }: { invited: (link: SignInLink) => void; close: () => void }) {
  const queries = useQueryClient()
  const editor = useEditor({
    draftKey: 'staff:new',
    body: createStaffMember.body,
    labels: STAFF_LABELS,
    stored: NOBODY,
    version: null,
    save: async (values) => {
      const { email, name, ...access } = values as typeof NOBODY
      const person = await call(createStaffMember, {
        body: { email: email.trim(), name, ...accessOf(access) },
      })
      return createInvite(person)
    },
    saved: (link) => {
      void queries.invalidateQueries()
      invited(link)
    },
    fieldOfCode: { email_taken: 'email' },
  })
  return (
    <Modal
      opened
      centered
      onClose={close}
      title={words.inviteTitle}
      closeButtonProps={{ 'aria-label': KIT_WORDS.close }}
    >
      <EditorForm editor={editor} action={words.inviteAction}>
        <Stack gap="md">
          <TextField of={editor} name="email" type="email" autoFocus />
          <TextField of={editor} name="name" />
          <AccessFields editor={editor} />
        </Stack>
      </EditorForm>
    </Modal>
  )
}
