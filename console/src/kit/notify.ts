import { notifications } from '@mantine/notifications'
import { createElement as create, type ReactNode } from 'react'
import { explain } from '../api/explain.ts'
import { KIT_WORDS } from '../words/kit.ts'
import { UndoButton } from './undo-button.tsx'

const UNDO_MS = 10_000

/** Says what was done. With `undo`, it can be taken back for ten seconds. */
export function notifyDone(said: string | { text: string; undo: () => Promise<unknown> }): void {
  if (typeof said === 'string') {
    show(said, 'teal', 5000)
    return
  }
  const { text, undo } = said
  const id = crypto.randomUUID()
  const takeBack = async () => {
    notifications.hide(id)
    await undo().catch(notifyFailed)
  }
  notifications.show({
    id,
    message: create(UndoButton, { text, undo: takeBack }),
    color: 'teal',
    autoClose: UNDO_MS,
    withBorder: true,
    closeButtonProps: { 'aria-label': KIT_WORDS.dismiss },
  })
}

export function notifyFailed(error: unknown): void {
  show(explain(error), 'red', false)
}

function show(message: ReactNode, color: string, autoClose: number | false): void {
  notifications.show({
    message,
    color,
    autoClose,
    withBorder: true,
    closeButtonProps: { 'aria-label': KIT_WORDS.dismiss },
    role: color === 'red' ? 'alert' : 'status',
  })
}
