import { changeOwnName } from '@counterfoil/contract/session/account.ts'
import type { StaffLanguage } from '@counterfoil/contract/shapes/staff-language.ts'
import { Select } from '@mantine/core'
import { call } from '../api/call.ts'
import { LANGUAGE_OPTIONS } from '../kit/language-options.ts'
import { Panel } from '../kit/panel.tsx'
import { useAction } from '../kit/use-action.ts'
import { adoptSession } from '../session/session-store.ts'
import { useSession } from '../session/use-session.ts'
import { ACCOUNT_WORDS as words } from '../words/account.ts'

/** The page is loaded again in the chosen language. */
export function OwnLanguage() {
  const { language } = useSession()
  const choose = useAction((chosen: StaffLanguage | null) => change(chosen))
  return (
    <Panel title={words.language}>
      <Select
        aria-label={words.language}
        description={words.languageHint}
        placeholder={words.languageOfBrowser}
        data={LANGUAGE_OPTIONS}
        value={language}
        clearable
        disabled={choose.isPending}
        onChange={(chosen) => choose.mutate(chosen as StaffLanguage | null)}
      />
    </Panel>
  )
}

async function change(language: StaffLanguage | null): Promise<void> {
  adoptSession(await call(changeOwnName, { body: { language } }))
}
