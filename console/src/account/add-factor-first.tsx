import { viewFactors } from '@counterfoil/contract/session/factors.ts'
import { listSignInMethods } from '@counterfoil/contract/session/single-sign-on.ts'
import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useApiQuery } from '../api/use-api-query.ts'
import { Loaded } from '../kit/loaded.tsx'
import { Mark } from '../kit/mark.tsx'
import { notifyFailed } from '../kit/notify.ts'
import { endSession, loadSession } from '../sign-in/session-tabs.ts'
import { SHELL_WORDS } from '../words/app-shell.ts'
import { ADD_FACTOR_WORDS as words } from '../words/factors.ts'
import { PasskeyPanel } from './passkey-panel.tsx'
import { TotpPanel } from './totp-panel.tsx'

/** The service refuses everything else until the person has a second factor. */
export function AddFactorFirst() {
  const factors = useApiQuery(viewFactors, {})
  const methods = useApiQuery(listSignInMethods, {})
  const goOn = () => void loadSession()
  return (
    <main className="sign-in">
      <Stack w="100%" maw={640} gap="lg">
        <Group justify="space-between">
          <Mark />
          <Button size="xs" variant="default" onClick={() => void endSession().catch(notifyFailed)}>
            {SHELL_WORDS.signOut}
          </Button>
        </Group>
        <div>
          <Title order={1} size="h3">
            {words.title}
          </Title>
          <Text size="sm" mt={6}>
            {words.text}
          </Text>
        </div>
        <Loaded of={factors}>
          {(own) => (
            <div>
              <PasskeyPanel factors={own} isAvailable={methods.data?.passkey ?? false} added={goOn} />
              <TotpPanel factors={own} added={goOn} />
            </div>
          )}
        </Loaded>
      </Stack>
    </main>
  )
}
