import { SimpleGrid, Stack } from '@mantine/core'
import { ChoiceField, ChoicesField, LongTextField, SwitchField, TextField } from '../form/fields.tsx'
import { ImageField } from '../form/image-field.tsx'
import type { Editor } from '../form/use-editor.ts'
import { MERCHANT_WORDS as words } from '../words/merchants.ts'
import { useCategories } from './category-names.ts'
import type { MerchantValues } from './merchant-values.ts'

const ZONES = ['UTC', ...Intl.supportedValuesOf('timeZone')].map((zone) => ({ value: zone, label: zone }))

/** `locked`: why the role cannot change what only an admin may change. */
export function MerchantFields({
  editor,
  locked,
}: {
  editor: Editor<MerchantValues>
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
        <ChoiceField of={editor} name="timezone" options={ZONES} hint={words.timezoneHint} />
      </SimpleGrid>
      <LongTextField of={editor} name="description" />
      <ImageField of={editor} name="logoPath" hint={words.logoHint} width={72} height={72} />
      <ImageField of={editor} name="bannerPath" hint={words.bannerHint} width={180} height={72} />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <SwitchField of={editor} name="isActive" hint={words.isActiveHint} lockedBecause={locked} />
        <SwitchField of={editor} name="isNew" hint={words.isNewHint} lockedBecause={locked} />
      </SimpleGrid>
    </Stack>
  )
}
