import { createStaffMember } from '@counterfoil/contract/admin/staff.ts'
import { inviteNewStaffMember } from '@counterfoil/contract/session/account.ts'
import { listSignInMethods } from '@counterfoil/contract/session/single-sign-on.ts'
import type { StaffLanguage } from '@counterfoil/contract/shapes/staff-language.ts'
import { Checkbox, Stack } from '@mantine/core'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { useApiQuery } from '../api/use-api-query.ts'
import { EditorForm } from '../form/editor-form.tsx'
import { ChoiceField, TextField } from '../form/fields.tsx'
import { useEditor } from '../form/use-editor.ts'
import { Dialog } from '../kit/dialog.tsx'
import { LANGUAGE_OPTIONS } from '../kit/language-options.ts'
import { notifyDone } from '../kit/notify.ts'
import { STAFF_LABELS, STAFF_WORDS as words } from '../words/staff.ts'
import { AccessFields, type AccessValues, accessOf } from './access-fields.tsx'
import type { SignInLink } from './person.ts'

type Values = AccessValues & { email: string; name: string; language: StaffLanguage | null }

const NOBODY: Values = {
  email: '',
  name: '',
  role: 'support',
  merchantIds: null,
  partnerId: null,
  language: null,
}

/** Adds a person and creates their link. A person who signs in through single sign-on needs none. */
export function InvitePerson({ invited, close }: { invited: (link: SignInLink) => void; close: () => void }) {
  const methods = useApiQuery(listSignInMethods, {})
  const [isWithoutLink, setWithoutLink] = useState(false)
  const editor = useEditor({
    draftKey: 'staff:new',
    body: createStaffMember.body,
    labels: STAFF_LABELS,
    stored: NOBODY,
    version: null,
    save: async (values) => {
      const { email, name, language, ...access } = values as Values
      const body = { email: email.trim(), name, language, ...accessOf(access) }
      if (isWithoutLink) return { person: await call(createStaffMember, { body }), link: null }
      const { member: person, ...link } = await call(inviteNewStaffMember, { body })
      return { person, link }
    },
    saved: ({ person, link }) => {
      if (link) return invited({ person, ...link })
      notifyDone(words.added(person.name))
      close()
    },
    fieldOfCode: { email_taken: 'email' },
  })
  return (
    <Dialog onClose={close} title={words.inviteTitle}>
      <EditorForm editor={editor} action={isWithoutLink ? words.addAction : words.inviteAction}>
        <Stack gap="md">
          <TextField of={editor} name="email" type="email" autoFocus />
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
          {methods.data?.singleSignOn && (
            <Checkbox
              label={words.withoutLink}
              description={words.withoutLinkHint}
              checked={isWithoutLink}
              onChange={(event) => setWithoutLink(event.currentTarget.checked)}
            />
          )}
        </Stack>
      </EditorForm>
    </Dialog>
  )
}
