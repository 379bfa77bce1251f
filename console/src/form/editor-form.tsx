import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core'
import type { FormEvent, KeyboardEvent, ReactNode } from 'react'
import { KIT_WORDS as words } from '../words/kit.ts'
import { ConflictDialog } from './conflict-dialog.tsx'
import { SaveRefused } from './save-refused.tsx'
import type { Editor, Values } from './use-editor.ts'

/** A form around the fields of an editor: notices, the save button, and the dialogs that belong to it. */
export function EditorForm<V extends Values>({
  editor,
  action = words.save,
  children,
}: {
  editor: Editor<V>
  action?: string
  children: ReactNode
}) {
  const save = (event: FormEvent) => {
    event.preventDefault()
    void editor.submit()
  }
  const saveByKeys = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save(event)
  }
  const canSave = editor.isDirty || editor.isNew
  return (
    <form onSubmit={save} onKeyDown={saveByKeys} noValidate>
      <Stack gap="md">
        <Restored editor={editor} />
        <SaveRefused editor={editor} />
        {children}
        <Group className="save-bar" gap="sm">
          <Button type="submit" loading={editor.isSaving} disabled={!canSave}>
            {action}
          </Button>
          {editor.isDirty && !editor.isNew && (
            <Button variant="default" onClick={editor.discard} disabled={editor.isSaving}>
              {words.discard}
            </Button>
          )}
          <Text size="xs" c="dimmed" visibleFrom="sm">
            {words.saveKeys}
          </Text>
        </Group>
      </Stack>
      <ConflictDialog editor={editor} />
      <LeaveQuestion editor={editor} />
    </form>
  )
}

function Restored<V extends Values>({ editor }: { editor: Editor<V> }) {
  if (!editor.isRestored) return null
  return (
    <Alert role="status">
      <Group justify="space-between" gap="xs">
        <Text size="sm">{words.restored}</Text>
        <Button size="compact-sm" variant="default" onClick={editor.discard}>
          {words.discard}
        </Button>
      </Group>
    </Alert>
  )
}

function LeaveQuestion<V extends Values>({ editor: { blocker } }: { editor: Editor<V> }) {
  return (
    <Modal opened={blocker.isOpen} onClose={blocker.stay} title={words.leaveTitle} withCloseButton={false}>
      <Stack gap="md">
        <Text size="sm">{words.leaveText}</Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={blocker.stay} data-autofocus>
            {words.stay}
          </Button>
          <Button color="red" onClick={blocker.leave}>
            {words.leave}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
