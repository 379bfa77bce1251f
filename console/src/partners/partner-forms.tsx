import { updatePartner } from '@counterfoil/contract/admin/partners.ts'
import { Box, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Partner } from '../api/records.ts'
import { EditorForm } from '../form/editor-form.tsx'
import { ChoicesField, NumberField, TextField } from '../form/fields.tsx'
import { ReadOnly } from '../form/read-only.tsx'
import type { Editor, Values } from '../form/use-editor.ts'
import { BesidePhone } from '../preview/beside-phone.tsx'
import { useCan, useSession } from '../session/use-session.ts'
import { EVENT_OPTIONS } from '../words/deliveries.ts'
import { PARTNER_WORDS as words } from '../words/partners.ts'
import { BrandFields } from './brand-fields.tsx'
import { BrandPhone } from './brand-phone.tsx'
import { KeyFields } from './key-fields.tsx'
import { BRAND_PART, KEY_PART, LIMIT_PART, WEBHOOK_PART } from './partner-values.ts'
import { usePartnerEditor } from './use-partner-editor.ts'

export function BrandForm({ partner }: { partner: Partner }) {
  const editor = usePartnerEditor(partner, BRAND_PART)
  const locked = useLocked()
  return (
    <BesidePhone phone={<BrandPhone values={editor.form.values} />}>
      <Guarded editor={editor} isLocked={locked !== undefined}>
        <BrandFields editor={editor} locked={locked} />
      </Guarded>
    </BesidePhone>
  )
}

export function KeyForm({ partner }: { partner: Partner }) {
  const editor = usePartnerEditor(partner, KEY_PART)
  return (
    <Guarded editor={editor}>
      <KeyFields editor={editor} locked={useLocked()} />
    </Guarded>
  )
}

export function WebhookForm({ partner }: { partner: Partner }) {
  const editor = usePartnerEditor(partner, WEBHOOK_PART)
  return (
    <Guarded editor={editor}>
      <Stack gap="md">
        <TextField of={editor} name="webhookUrl" hint={words.webhookHint} />
        <ChoicesField of={editor} name="eventTypes" hint={words.eventTypesHint} options={EVENT_OPTIONS} />
      </Stack>
    </Guarded>
  )
}

export function LimitForm({ partner }: { partner: Partner }) {
  const editor = usePartnerEditor(partner, LIMIT_PART)
  return (
    <Guarded editor={editor} isLocked={useLocked() !== undefined}>
      <Stack gap="md">
        <NumberField of={editor} name="integrationRequestsPerMinute" hint={words.integrationLimitHint} />
        <NumberField of={editor} name="consumerRequestsPerMinute" hint={words.consumerLimitHint} />
      </Stack>
    </Guarded>
  )
}

/** Why the role cannot change brand, limits, issuer and token settings; undefined for an admin. */
function useLocked(): string | undefined {
  return useSession().role === 'admin' ? undefined : words.onlyAdmin
}

/** Without the right to change anything here, the fields are shown but cannot be used. */
function Guarded<V extends Values>({
  editor,
  isLocked = false,
  children,
}: {
  editor: Editor<V>
  isLocked?: boolean
  children: ReactNode
}) {
  const can = useCan()
  if (can(updatePartner) && !isLocked) {
    return (
      <Box maw={760} mb="xl">
        <EditorForm editor={editor}>{children}</EditorForm>
      </Box>
    )
  }
  return <ReadOnly>{children}</ReadOnly>
}
