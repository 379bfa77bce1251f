import { Modal, type ModalProps } from '@mantine/core'
import { useEffect } from 'react'

/**
 * A dialog that is open while it is rendered. When it closes, the focus returns to what opened it, unless a form has moved
 * it to a field. If what opened it is gone, the focus goes to the page: the next Tab should not start at the menu.
 */
export function Dialog(props: Omit<ModalProps, 'opened'>) {
  useEffect(() => {
    const opener = document.activeElement as HTMLElement | null
    return () => {
      if (document.activeElement !== document.body) return
      const target = opener?.isConnected ? opener : document.querySelector('main')
      target?.focus({ preventScroll: true })
    }
  }, [])
  return <Modal opened {...props} />
}
