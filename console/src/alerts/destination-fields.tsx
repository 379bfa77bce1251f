import {
  type createAlertDestination,
  DESTINATION_KINDS,
  type DestinationKind,
} from '@counterfoil/contract/admin/alert-destinations.ts'
import { ALERT_KINDS, MERCHANT_ALERT_KINDS, PARTNER_ALERT_KINDS } from '@counterfoil/contract/admin/alerts.ts'
import type { Input, Role } from '@counterfoil/contract/define-route.ts'
import { Group, Stack, Textarea } from '@mantine/core'
import { ChoiceField, ChoicesField, propsOf, TextField, write } from '../form/fields.tsx'
import { fieldMark } from '../form/save-refused.tsx'
import type { Editor } from '../form/use-editor.ts'
import { ZONE_OPTIONS } from '../form/zone-options.ts'
import { LANGUAGE_OPTIONS } from '../kit/language-options.ts'
import { MerchantSelect, PartnerSelect } from '../kit/record-select.tsx'
import { useSession } from '../session/use-session.ts'
import {
  DESTINATION_KIND_HINTS,
  DESTINATION_KIND_WORDS,
  DESTINATION_WORDS as words,
} from '../words/alert-destinations.ts'
import { ALERT_WORDS } from '../words/overview-page.ts'

type Body = Input<typeof createAlertDestination>['body']
type Timing = keyof typeof words.timings

/** The fields of a destination, side by side as the form has them. */
export type DestinationValues = {
  name: string
  kind: DestinationKind
  url: string
  addresses: string[]
  alertKinds: string[]
  merchantId: string | null
  partnerId: string | null
  timing: string
  language: string
  timezone: string
  quietFrom: string
  quietUntil: string
}

const KIND_OPTIONS = DESTINATION_KINDS.map((value) => ({ value, label: DESTINATION_KIND_WORDS[value] }))
const TIMING_OPTIONS = Object.entries(words.timings).map(([value, label]) => ({ value, label }))

function alertOptions(role: Role) {
  const kinds =
    role === 'merchant' ? MERCHANT_ALERT_KINDS : role === 'partner' ? PARTNER_ALERT_KINDS : ALERT_KINDS
  return kinds.map((value) => ({ value, label: ALERT_WORDS[value] }))
}

export function DestinationFields({
  editor,
  filters,
}: {
  editor: Editor<DestinationValues>
  /** Whose alerts can be chosen. */
  filters: 'any' | 'merchant' | 'none'
}) {
  const { role } = useSession()
  const { kind, timing } = editor.form.values
  const hint = DESTINATION_KIND_HINTS[kind]
  return (
    <Stack gap="md">
      <TextField of={editor} name="name" autoFocus />
      {editor.isNew && <ChoiceField of={editor} name="kind" options={KIND_OPTIONS} hint={hint} />}
      {kind === 'EMAIL' ? (
        <AddressesField editor={editor} />
      ) : (
        <TextField of={editor} name="url" hint={editor.isNew ? undefined : words.urlKept} />
      )}
      <ChoicesField of={editor} name="alertKinds" options={alertOptions(role)} hint={words.kindsHint} />
      {filters !== 'none' && <Filters editor={editor} hasPartner={filters === 'any'} />}
      <ChoiceField
        of={editor}
        name="timing"
        options={TIMING_OPTIONS}
        hint={words.timingHints[timing as Timing]}
      />
      <Group grow align="flex-start">
        <TextField of={editor} name="quietFrom" hint={words.quietHint} />
        <TextField of={editor} name="quietUntil" />
      </Group>
      {kind !== 'SIGNED' && <ChoiceField of={editor} name="language" options={LANGUAGE_OPTIONS} />}
      <ChoiceField of={editor} name="timezone" options={ZONE_OPTIONS} hint={words.zoneHint} />
    </Stack>
  )
}

function AddressesField({ editor }: { editor: Editor<DestinationValues> }) {
  const name = 'addresses'
  return (
    <Textarea
      {...propsOf({ of: editor, name, hint: words.addressesHint })}
      autosize
      minRows={2}
      value={editor.form.values[name].join('\n')}
      onChange={({ currentTarget: { value } }) => write(editor, name, value === '' ? [] : value.split('\n'))}
    />
  )
}

function Filters({ editor, hasPartner }: { editor: Editor<DestinationValues>; hasPartner: boolean }) {
  const { merchantId, partnerId } = editor.form.values
  const selectOf = (name: 'merchantId' | 'partnerId') => ({
    label: editor.labels[name],
    value: editor.form.values[name],
    onChange: (id: string | null) => write(editor, name, id),
    wrapperProps: fieldMark(name),
    error: editor.form.errors[name],
    clearable: true,
  })
  return (
    <>
      {partnerId === null && <MerchantSelect {...selectOf('merchantId')} />}
      {hasPartner && merchantId === null && <PartnerSelect {...selectOf('partnerId')} />}
    </>
  )
}

/** The form’s values as the service takes them. An empty address of an existing destination stays as it is. */
export function bodyOf({
  kind,
  url,
  addresses,
  alertKinds,
  quietFrom,
  quietUntil,
  ...same
}: DestinationValues): Body {
  const filled = addresses.map((line) => line.trim()).filter((line) => line !== '')
  return {
    ...same,
    kind,
    ...(kind !== 'EMAIL' && url.trim() !== '' && { url: url.trim() }),
    addresses: kind === 'EMAIL' ? filled : null,
    alertKinds: alertKinds.length === 0 ? null : (alertKinds as NonNullable<Body['alertKinds']>),
    timing: same.timing as NonNullable<Body['timing']>,
    language: same.language as NonNullable<Body['language']>,
    quietHours: quietFrom === '' && quietUntil === '' ? null : { from: quietFrom, until: quietUntil },
  }
}
