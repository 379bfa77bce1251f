import { Button, Modal, Stack, Text } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { clearDrafts } from '../form/drafts.ts'
import { dropSession, type Session } from '../session/session-store.ts'
import { SIGN_IN_WORDS as words } from '../words/sign-in.ts'

const SignInWays = lazy(async () => ({ default: (await import('./sign-in-ways.tsx')).SignInWays }))

/** Opens on top of the page, which stays mounted. A form keeps what was typed, and the refused request is sent again. */
export function SignInAgain({ session, opened }: { session: Session; opened: boolean }) {
  const leave = () => {
    clearDrafts()
    dropSession(null)
  }
  return (
    <Modal
      opened={opened}
      onClose={() => {}}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title={words.againTitle}
      zIndex={500}
      overlayProps={{ backgroundOpacity: 0.85 }}
    >
      <Stack gap="md">
        <Text size="sm">{words.againText(session.name)}</Text>
        <Suspense>
          <SignInWays email={session.email} />
        </Suspense>
        <Button variant="subtle" size="xs" onClick={leave}>
          {words.otherPerson}
        </Button>
      </Stack>
    </Modal>
  )
}
