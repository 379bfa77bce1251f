import { Button, CloseButton, Group, Input, Stack, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { fieldMark } from '../form/save-refused.tsx'
import type { Translations } from '../form/translations-field.tsx'
import { firstCharacters } from '../kit/first-characters.ts'
import { CATEGORY_WORDS as words } from '../words/categories.ts'

/** The limit of the contract. */
export const MAX_NAME_LENGTH = 100

/** A new sub-category has no id yet. */
export type SubCategory = { id?: string; name: string; translations: Translations }

export function SubCategoriesField({
  label,
  value,
  error,
  onChange,
}: {
  label: string
  value: SubCategory[]
  error: ReactNode
  onChange: (next: SubCategory[]) => void
}) {
  const rename = (index: number, name: string) =>
    onChange(value.map((one, place) => (place === index ? { ...one, name } : one)))
  return (
    <Input.Wrapper
      {...fieldMark('subCategories')}
      label={label}
      description={words.removeHint}
      error={error}
      labelElement="div"
    >
      <Stack gap="xs" my={4}>
        {value.map((one, index) => (
          <Group key={one.id ?? `new ${index}`} gap="xs" wrap="nowrap">
            <TextInput
              flex={1}
              aria-label={words.newName}
              value={one.name}
              autoFocus={one.id === undefined && one.name === ''}
              onChange={(event) => rename(index, firstCharacters(event.currentTarget.value, MAX_NAME_LENGTH))}
            />
            <CloseButton
              aria-label={words.removeOne(one.name)}
              onClick={() => onChange(value.filter((_, place) => place !== index))}
            />
          </Group>
        ))}
        <Group>
          <Button
            size="xs"
            variant="default"
            onClick={() => onChange([...value, { name: '', translations: {} }])}
          >
            {words.add}
          </Button>
        </Group>
      </Stack>
    </Input.Wrapper>
  )
}
