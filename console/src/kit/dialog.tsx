import { Modal, type ModalProps } from '@mantine/core'
import { useEffect } from 'react'

/**
 * A dialog that is open while it is rendered. When it closes, the focus returns to what opened it, unless a form has moved
 * it to a field.
 */
export function Dialog(props: Omit<ModalProps, 'opened'>) {
  useEffect(() => {
    const opener = document.activeElement as HTMLElement | null
    return () => {
      if (document.activeElement === document.body) opener?.focus()
    }
  }, [])
  return <Modal opened {...props} />
}
