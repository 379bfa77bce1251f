import { Button, Group, Radio, Stack, Table, Text } from '@mantine/core'
import { useState } from 'react'
import { Dialog } from '../kit/dialog.tsx'
import { joinItems } from '../time/join-items.ts'
import { KIT_WORDS as words } from '../words/kit.ts'
import { conflictsBetween, type FieldConflict } from './field-changes.ts'
import type { Conflict, Editor, Values } from './use-editor.ts'

/** Shows, field by field, the value before, theirs and yours. The person chooses. */
export function ConflictDialog<V extends Values>({ editor }: { editor: Editor<V> }) {
  if (editor.conflict === null) return null
  return <ConflictChoice key={editor.conflict.version} editor={editor} conflict={editor.conflict} />
}

function ConflictChoice<V extends Values>({
  editor,
  conflict,
}: {
  editor: Editor<V>
  conflict: Conflict<V>
}) {
  const { before, theirs, yours } = conflict
  const [fields, setFields] = useState(() => conflictsBetween(before, theirs, yours))
  const choose = (name: string, choice: 'theirs' | 'yours') =>
    setFields((all) => all.map((field) => (field.name === name ? { ...field, choice } : field)))
  const resolve = () => {
    const chosen = Object.fromEntries(fields.map((field) => [field.name, field[field.choice]]))
    return editor.resolve({ ...theirs, ...chosen })
  }
  return (
    <Dialog size="xl" onClose={editor.closeConflict} title={words.conflictTitle}>
      <Stack gap="md">
        <Text size="sm">{words.conflictText}</Text>
        <div className="scroll">
          <Table verticalSpacing="sm" className="conflict">
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">{words.conflictField}</Table.Th>
                <Table.Th scope="col">{words.conflictBefore}</Table.Th>
                <Table.Th scope="col">{words.conflictTheirs}</Table.Th>
                <Table.Th scope="col">{words.conflictYours}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {fields.map((field) => (
                <ConflictRow
                  key={field.name}
                  field={field}
                  label={editor.labels[field.name] ?? field.name}
                  choose={choose}
                  describe={(value) => editor.describe(field.name, value) ?? describe(value)}
                />
              ))}
            </Table.Tbody>
          </Table>
        </div>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={editor.closeConflict}>
            {words.cancel}
          </Button>
          <Button loading={editor.isSaving} onClick={() => void resolve()}>
            {words.conflictSave}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

function ConflictRow({
  field,
  label,
  choose,
  describe,
}: {
  field: FieldConflict
  label: string
  choose: (name: string, choice: 'theirs' | 'yours') => void
  describe: (value: unknown) => string
}) {
  const option = (side: 'theirs' | 'yours', title: string) => (
    <Radio
      name={`conflict-${field.name}`}
      label={describe(field[side])}
      aria-label={`${joinItems([label, title])}: ${describe(field[side])}`}
      checked={field.choice === side}
      onChange={() => choose(field.name, side)}
    />
  )
  return (
    <Table.Tr>
      <Table.Th scope="row">{label}</Table.Th>
      <Table.Td>{describe(field.before)}</Table.Td>
      <Table.Td>{option('theirs', words.conflictTheirs)}</Table.Td>
      <Table.Td>{option('yours', words.conflictYours)}</Table.Td>
    </Table.Tr>
  )
}

function describe(value: unknown): string {
  if (value === null || value === undefined || value === '') return words.empty
  if (typeof value === 'boolean') return value ? words.yes : words.no
  if (Array.isArray(value)) return value.length === 0 ? words.empty : joinItems(value.map(describe))
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
