import { Group, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

/** The title of a screen, with its actions at the right and a quiet line below. */
export function PageHeading({
  title,
  below,
  children,
}: {
  title: ReactNode
  below?: ReactNode
  children?: ReactNode
}) {
  return (
    <Group justify="space-between" align="flex-start" mb="lg" gap="sm">
      <div className="heading">
        <Title order={1} size="h2">
          {typeof title === 'string' ? <bdi>{title}</bdi> : title}
        </Title>
        {below !== undefined && (
          <Text c="dimmed" size="sm" mt={4} component="div">
            {below}
          </Text>
        )}
      </div>
      {children && <Group gap="xs">{children}</Group>}
    </Group>
  )
}
