import { SimpleGrid, Stack } from '@mantine/core'
import { ChoiceField, SwitchField, TextField } from '../form/fields.tsx'
import { TranslationsField } from '../form/translations-field.tsx'
import type { Editor } from '../form/use-editor.ts'
import { ZONE_OPTIONS } from '../form/zone-options.ts'
import { optionsOf } from '../kit/options-of.ts'
import { OPENING_HOURS_WORDS } from '../words/opening-hours.ts'
import { REDEEM_BY_WORDS } from '../words/outlet-labels.ts'
import { OUTLET_WORDS as words } from '../words/outlets.ts'
import { OpeningHoursField } from './opening-hours-field.tsx'
import type { OutletValues } from './outlet-values.ts'
import { PositionField } from './position-field.tsx'

export function OutletFields({
  editor,
  merchantZone,
}: {
  editor: Editor<OutletValues>
  /** Undefined while the merchant is loading. */
  merchantZone: string | undefined
}) {
  return (
    <Stack gap="md">
      <TextField of={editor} name="name" autoFocus={editor.isNew} />
      <TextField of={editor} name="addressLine" hint={words.addressLineHint} />
      <TextField of={editor} name="addressFull" hint={words.addressFullHint} />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <TextField of={editor} name="city" />
        <TextField of={editor} name="state" />
        <TextField of={editor} name="postalCode" />
        <TextField of={editor} name="countryCode" hint={words.countryHint} />
      </SimpleGrid>
      <PositionField editor={editor} />
      <OpeningHoursField editor={editor} />
      <ChoiceField
        of={editor}
        name="timezone"
        options={ZONE_OPTIONS}
        hint={OPENING_HOURS_WORDS.timezoneHint}
        clearable
        {...(merchantZone && { placeholder: OPENING_HOURS_WORDS.merchantZone(merchantZone) })}
      />
      <ChoiceField
        of={editor}
        name="redeemBy"
        options={optionsOf(REDEEM_BY_WORDS)}
        hint={words.redeemByHint}
      />
      <SwitchField of={editor} name="isActive" hint={words.isActiveHint} />
      <TranslationsField of={editor} />
    </Stack>
  )
}
