import { Button, Modal, Stack, Text } from '@mantine/core'
import { clearDrafts } from '../form/drafts.ts'
import { dropSession, type Session } from '../session/session-store.ts'
import { SIGN_IN_WORDS as words } from '../words/sign-in.ts'
import { SignInWays } from './sign-in-ways.tsx'

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
        <SignInWays email={session.email} />
        <Button variant="subtle" size="xs" onClick={leave}>
          {words.otherPerson}
        </Button>
      </Stack>
    </Modal>
  )
}
