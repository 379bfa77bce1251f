import { Stack } from '@mantine/core'
import type { ReactNode } from 'react'

export function Empty({ children }: { children: ReactNode }) {
  return (
    <Stack className="empty" align="center" gap="sm" py={48} px="md">
      {children}
    </Stack>
  )
}
