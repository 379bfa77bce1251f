import { Group, Paper, Stack, Title } from '@mantine/core'
import type { ReactNode } from 'react'

/** A part of a screen with its own title, and its actions at the right. */
export function Panel({
  title,
  actions,
  children,
}: {
  title: string
  actions?: ReactNode
  children: ReactNode
}) {
  return (
    <Paper component="section" aria-label={title} withBorder p="md" mb="md">
      <Stack gap="md">
        <Group justify="space-between" gap="xs">
          <Title order={2} size="h4">
            {title}
          </Title>
          {actions && <Group gap="xs">{actions}</Group>}
        </Group>
        {children}
      </Stack>
    </Paper>
  )
}
