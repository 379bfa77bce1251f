import { Modal, type ModalProps } from '@mantine/core'
import { useEffect } from 'react'

/** A dialog that is open while it is rendered. When it closes, the focus returns to what opened it. */
export function Dialog(props: Omit<ModalProps, 'opened'>) {
  useEffect(() => {
    const opener = document.activeElement as HTMLElement | null
    return () => opener?.focus()
  }, [])
  return <Modal opened {...props} />
}
