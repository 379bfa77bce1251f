import { plainText } from '@counterfoil/contract/markup.ts'
import { SimpleGrid, Stack } from '@mantine/core'
import { ChoiceField, ChoicesField, LongTextField, SwitchField, TextField } from '../form/fields.tsx'
import { ImageField } from '../form/image-field.tsx'
import { TranslationsField } from '../form/translations-field.tsx'
import type { Editor } from '../form/use-editor.ts'
import { ZONE_OPTIONS } from '../form/zone-options.ts'
import { useCategories } from '../kit/category-names.ts'
import { MERCHANT_WORDS as words } from '../words/merchants.ts'
import type { MerchantValues } from './merchant-values.ts'
import { useVouchersOf } from './vouchers-of.ts'

/** `locked`: why the role cannot change what only an admin may change. */
export function MerchantFields({
  editor,
  id,
  locked,
}: {
  editor: Editor<MerchantValues>
  /** A new merchant has no id and no vouchers yet. */
  id?: string
  locked?: string | undefined
}) {
  const categories = useCategories()
  const chosen = categories.find(({ slug }) => slug === editor.form.values.category)
  const subCategories = (chosen?.subCategories ?? []).map(({ id, name }) => ({ value: id, label: name }))
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <TextField of={editor} name="name" autoFocus={editor.isNew} />
        <TextField of={editor} name="slug" hint={words.slugHint} lockedBecause={locked} />
        <ChoiceField
          of={editor}
          name="category"
          options={categories.map(({ slug, name }) => ({ value: slug, label: name }))}
          lockedBecause={locked}
        />
        <ChoicesField
          of={editor}
          name="subCategoryIds"
          options={subCategories}
          {...(chosen && subCategories.length === 0 && { hint: words.noSubCategories })}
        />
        <ChoiceField of={editor} name="timezone" options={ZONE_OPTIONS} hint={words.timezoneHint} />
        {id !== undefined && <TopVoucherField editor={editor} merchantId={id} />}
      </SimpleGrid>
      <LongTextField of={editor} name="description" />
      <ImageField of={editor} name="logoPath" hint={words.logoHint} width={72} height={72} merchantId={id} />
      <ImageField
        of={editor}
        name="bannerPath"
        hint={words.bannerHint}
        width={180}
        height={72}
        merchantId={id}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <SwitchField of={editor} name="isActive" hint={words.isActiveHint} lockedBecause={locked} />
        <SwitchField of={editor} name="isNew" hint={words.isNewHint} lockedBecause={locked} />
      </SimpleGrid>
      <TranslationsField of={editor} />
    </Stack>
  )
}

/** The published vouchers, and the chosen one even if it is not published. */
function TopVoucherField({ editor, merchantId }: { editor: Editor<MerchantValues>; merchantId: string }) {
  const { topVoucherId } = editor.form.values
  const options = useVouchersOf(merchantId)
    .filter(({ id, status }) => status === 'PUBLISHED' || id === topVoucherId)
    .map(({ id, title }) => ({ value: id, label: plainText(title) }))
  return (
    <ChoiceField
      of={editor}
      name="topVoucherId"
      options={options}
      clearable
      hint={options.length === 0 ? words.noTopVoucher : words.topVoucherHint}
    />
  )
}
