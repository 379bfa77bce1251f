import { Alert, Fieldset, SimpleGrid, Stack, Text } from '@mantine/core'
import { DateField } from '../form/date-field.tsx'
import { ChoiceField, LongTextField, NumberField, SwitchField } from '../form/fields.tsx'
import { ImageField } from '../form/image-field.tsx'
import { TranslationsField } from '../form/translations-field.tsx'
import type { Editor } from '../form/use-editor.ts'
import { optionsOf } from '../kit/options-of.ts'
import { cityOf } from '../time/wall-time.ts'
import {
  CLAIM_FLOW_WORDS,
  CODE_SOURCE_WORDS,
  CYCLE_CHOICE_WORDS,
  VALUE_TYPE_WORDS,
  VOUCHER_EDITOR_WORDS as words,
} from '../words/voucher-editor.ts'
import { limitsSentence } from './limits-sentence.ts'
import { OutletsField } from './outlets-field.tsx'
import { RedemptionValueField } from './redemption-value-field.tsx'
import { TitleField } from './title-field.tsx'
import type { VoucherValues } from './voucher-values.ts'

type Props = {
  editor: Editor<VoucherValues>
  merchant: { id: string; timezone: string }
  /** Whether it was ever published. Some fields are fixed from then on. */
  wasPublished: boolean
}

/** All fields of a voucher, in groups. */
export function VoucherFields(props: Props) {
  return (
    <Stack gap="lg">
      <Offer {...props} />
      <Use {...props} />
      <Limits {...props} />
      <TranslationsField of={props.editor} />
    </Stack>
  )
}

function Offer({ editor, merchant }: Props) {
  return (
    <Fieldset legend={words.offer}>
      <Stack gap="md">
        <TitleField editor={editor} />
        <LongTextField of={editor} name="description" />
        <LongTextField of={editor} name="terms" />
        <ImageField
          of={editor}
          name="imagePath"
          hint={words.imageHint}
          width={180}
          height={108}
          merchantId={merchant.id}
        />
        <ChoiceField
          of={editor}
          name="valueType"
          options={optionsOf(VALUE_TYPE_WORDS)}
          clearable
          hint={words.valueTypeHint}
        />
      </Stack>
    </Fieldset>
  )
}

function Use({ editor, merchant, wasPublished }: Props) {
  const lockedBecause = wasPublished ? words.fixed : undefined
  return (
    <Fieldset legend={words.use}>
      <Stack gap="md">
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
          <ChoiceField
            of={editor}
            name="claimFlow"
            options={optionsOf(CLAIM_FLOW_WORDS)}
            lockedBecause={lockedBecause}
          />
          <ChoiceField
            of={editor}
            name="codeSource"
            options={optionsOf(CODE_SOURCE_WORDS)}
            lockedBecause={lockedBecause}
          />
        </SimpleGrid>
        <SwitchField of={editor} name="favoritesOnly" hint={words.favoritesOnlyHint} />
        <OutletsField editor={editor} merchantId={merchant.id} />
        <RedemptionValueField editor={editor} />
      </Stack>
    </Fieldset>
  )
}

function Limits({ editor, merchant: { timezone }, wasPublished }: Props) {
  const date = { of: editor, timeZone: timezone }
  return (
    <Fieldset legend={words.limits}>
      <Stack gap="md">
        <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="md">
          <NumberField of={editor} name="redemptionCount" hint={words.redemptionCountHint} />
          <ChoiceField
            of={editor}
            name="cycle"
            options={optionsOf(CYCLE_CHOICE_WORDS)}
            lockedBecause={wasPublished ? words.fixed : undefined}
          />
          <NumberField of={editor} name="globalRedemptionCap" hint={words.capHint} />
        </SimpleGrid>
        <Text size="sm">{words.zoneNote(cityOf(timezone))}</Text>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
          <DateField {...date} name="validFrom" hint={words.validFromHint} />
          <DateField {...date} name="validUntil" hint={words.validUntilHint} />
          <DateField {...date} name="applicableFrom" hint={words.applicableHint} />
          <DateField {...date} name="applicableUntil" hint={words.applicableHint} />
        </SimpleGrid>
        <Alert role="status" data-testid="limits">
          {limitsSentence(editor.form.values, timezone)}
        </Alert>
      </Stack>
    </Fieldset>
  )
}
