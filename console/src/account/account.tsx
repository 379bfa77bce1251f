import { viewFactors } from '@counterfoil/contract/session/factors.ts'
import { listSignInMethods } from '@counterfoil/contract/session/single-sign-on.ts'
import { Box, Text } from '@mantine/core'
import type { SignInMethods } from '../api/records.ts'
import { useApiQuery } from '../api/use-api-query.ts'
import { Loaded } from '../kit/loaded.tsx'
import { Panel } from '../kit/panel.tsx'
import { PageHeading } from '../list/page-heading.tsx'
import { ACCOUNT_WORDS as words } from '../words/account.ts'
import { ChangePassword } from './change-password.tsx'
import { OwnLanguage } from './own-language.tsx'
import { OwnName } from './own-name.tsx'
import { OwnSessions } from './own-sessions.tsx'
import { PasskeyPanel } from './passkey-panel.tsx'
import { RecoveryPanel } from './recovery-panel.tsx'
import { TotpPanel } from './totp-panel.tsx'

export function Account() {
  const methods = useApiQuery(listSignInMethods, {})
  return (
    <Box maw={760}>
      <PageHeading title={words.title} />
      <OwnName />
      <OwnLanguage />
      <Loaded of={methods}>{(offered) => <Credentials methods={offered} />}</Loaded>
      <OwnSessions />
    </Box>
  )
}

function Credentials({ methods }: { methods: SignInMethods }) {
  const factors = useApiQuery(viewFactors, methods.password ? {} : null)
  if (!methods.password)
    return (
      <Panel title={words.password}>
        <Text size="sm">{words.onlySingleSignOn}</Text>
      </Panel>
    )
  return (
    <Loaded of={factors}>
      {(own) => (
        <>
          <PasskeyPanel factors={own} isAvailable={methods.passkey} />
          <Panel title={words.password}>
            <Text size="sm" c="dimmed">
              {own.hasPassword ? words.passwordIntro : words.noPassword}
            </Text>
            {own.hasPassword && <ChangePassword />}
          </Panel>
          <TotpPanel factors={own} />
          <RecoveryPanel factors={own} />
        </>
      )}
    </Loaded>
  )
}
