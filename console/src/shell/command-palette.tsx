import { useDebouncedValue } from '@mantine/hooks'
import { Spotlight, type SpotlightActionData, spotlight } from '@mantine/spotlight'
import '@mantine/spotlight/styles.css'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { linkOf } from '../record-search/hit-link.ts'
import { detailOf, titleOf } from '../record-search/hit-words.ts'
import { useHits } from '../record-search/use-hits.ts'
import { rememberLookUp } from '../session/recent-look-ups.ts'
import { useSession } from '../session/use-session.ts'
import { SHELL_WORDS as words } from '../words/app-shell.ts'
import { HIT_TYPE_WORDS } from '../words/look-up-page.ts'
import { menuOf } from './menu.ts'

const PAUSE_MS = 200

type Props = {
  /** It opens with each of them. */
  openings: number
  /** Returns what was typed while it loaded. */
  takeTyped: () => string
}

/** Ctrl/⌘ K: jumps to a page, and finds records that the role may see. */
export function CommandPalette({ openings, takeTyped }: Props) {
  const { role } = useSession()
  const navigate = useNavigate()
  const [query, setQuery] = useState('')
  const records = useRecordActions(query)
  const box = useRef<HTMLInputElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each opening opens it
  useEffect(spotlight.open, [openings])
  useEffect(() => {
    if (records.actions.length > 0) selectFirst(box.current)
  }, [records.actions.length])
  const pages: SpotlightActionData[] = menuOf(role)
    .flatMap(({ entries }) => entries)
    .map(({ label, to, search = {} }) => ({
      id: to,
      label,
      onClick: () => void navigate({ to, search: search as never }),
    }))
  return (
    <Spotlight
      query={query}
      onQueryChange={setQuery}
      actions={[...pages, ...records.actions]}
      attributes={{ content: { 'aria-label': words.searchPlaceholder } }}
      // The shell has the keys.
      shortcut={null}
      nothingFound={records.isLoading ? words.searching : words.searchEmpty}
      searchProps={{
        ref: box,
        placeholder: words.searchPlaceholder,
        'aria-label': words.searchPlaceholder,
        onFocus: () => {
          const typed = takeTyped()
          if (typed === '') return
          setQuery((text) => text + typed)
          setTimeout(() => selectFirst(box.current))
        },
      }}
    />
  )
}

/** Spotlight selects only for text that is typed into it, and records arrive later. Enter must open the first. */
function selectFirst(box: HTMLInputElement | null): void {
  if (document.querySelector('[data-action][data-selected]')) return
  box?.dispatchEvent(new KeyboardEvent('keydown', { code: 'ArrowDown', bubbles: true, cancelable: true }))
}

function useRecordActions(query: string): { actions: SpotlightActionData[]; isLoading: boolean } {
  const navigate = useNavigate()
  const [settled] = useDebouncedValue(query, PAUSE_MS)
  const { data, isPlaceholderData, isLoading } = useHits(settled)
  // Records of an earlier text would stand among the pages that match this one.
  const isCurrent = settled === query && !isPlaceholderData
  const hits = query.trim() === '' || !isCurrent ? [] : (data?.items ?? [])
  const actions = hits.map((hit) => ({
    id: `${hit.type} ${hit.id}`,
    group: HIT_TYPE_WORDS[hit.type],
    label: titleOf(hit),
    description: detailOf(hit),
    // The service has matched fields that the palette does not show, such as the phone number.
    keywords: [query],
    onClick: () => {
      rememberLookUp(hit)
      void navigate({ to: linkOf(hit) })
    },
  }))
  return { actions, isLoading: isLoading || (query.trim() !== '' && !isCurrent) }
}
