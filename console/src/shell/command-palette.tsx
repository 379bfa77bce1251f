import { Spotlight, type SpotlightActionData } from '@mantine/spotlight'
import '@mantine/spotlight/styles.css'
import { useNavigate } from '@tanstack/react-router'
import { useSession } from '../session/use-session.ts'
import { SHELL_WORDS as words } from '../words/shell.ts'
import { menuOf } from './menu.ts'

/** Ctrl/⌘ K: jumps to a page. Records that a search finds belong into `actions` as a second group. */
export function CommandPalette() {
  const { role } = useSession()
  const navigate = useNavigate()
  const actions: SpotlightActionData[] = menuOf(role).map(({ label, to }) => ({
    id: to,
    label,
    onClick: () => void navigate({ to }),
  }))
  return (
    <Spotlight
      actions={actions}
      attributes={{ content: { 'aria-label': words.searchPlaceholder } }}
      shortcut={['mod + K']}
      nothingFound={words.searchEmpty}
      searchProps={{ placeholder: words.searchPlaceholder, 'aria-label': words.searchPlaceholder }}
    />
  )
}
