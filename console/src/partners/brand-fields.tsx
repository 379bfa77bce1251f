import { SimpleGrid, Stack, TagsInput } from '@mantine/core'
import { TextField } from '../form/fields.tsx'
import { ImageField } from '../form/image-field.tsx'
import { fieldMark } from '../form/save-refused.tsx'
import type { Editor } from '../form/use-editor.ts'
import { PARTNER_WORDS as words } from '../words/partners.ts'
import { AccentPreview } from './accent-preview.tsx'
import type { PartnerValues } from './partner-values.ts'

export type BrandValues = Pick<
  PartnerValues,
  'name' | 'displayName' | 'logoPath' | 'accentColor' | 'shareUrl' | 'frameAncestors'
>

export function BrandFields({
  editor,
  locked,
}: {
  editor: Editor<BrandValues>
  locked?: string | undefined
}) {
  const { frameAncestors, accentColor } = editor.form.values
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <TextField of={editor} name="name" lockedBecause={locked} />
        <TextField of={editor} name="displayName" hint={words.displayNameHint} lockedBecause={locked} />
        <TextField of={editor} name="accentColor" hint={words.accentHint} lockedBecause={locked} />
      </SimpleGrid>
      {locked === undefined ? (
        <ImageField of={editor} name="logoPath" hint={words.logoHint} width={72} height={72} isRequired />
      ) : (
        <TextField of={editor} name="logoPath" lockedBecause={locked} />
      )}
      <AccentPreview color={accentColor} />
      <TextField of={editor} name="shareUrl" hint={words.shareUrlHint} lockedBecause={locked} />
      <TagsInput
        label={editor.labels.frameAncestors}
        description={locked ?? words.framesHint}
        readOnly={locked !== undefined}
        value={frameAncestors}
        wrapperProps={fieldMark('frameAncestors')}
        error={editor.form.errors.frameAncestors}
        onChange={(value) => editor.form.setFieldValue('frameAncestors', value)}
      />
    </Stack>
  )
}
