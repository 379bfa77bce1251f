import { Paper, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Mark } from '../kit/mark.tsx'

/** The frame of every screen without a session. */
export function SignInPage({
  title,
  intro,
  children,
}: {
  title: string
  intro: string
  children?: ReactNode
}) {
  return (
    <main className="sign-in">
      <Stack w="100%" maw={400} gap="lg">
        <Mark />
        <Paper withBorder p={{ base: 'lg', xs: 'xl' }} shadow="xs">
          <Stack gap="md">
            <div>
              <Title order={1} size="h3">
                {title}
              </Title>
              {intro !== '' && (
                <Text c="dimmed" size="sm" mt={6}>
                  {intro}
                </Text>
              )}
            </div>
            {children}
          </Stack>
        </Paper>
      </Stack>
    </main>
  )
}
