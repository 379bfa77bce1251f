import { useEffect, useRef, useState } from 'preact/hooks'
import { CloseIcon, SearchIcon } from '../components/icons.tsx'
import { words } from '../language/words.ts'

/** Safari allows 100 history changes per 30 s, so the search runs when typing pauses. */
const PAUSE_MS = 200
/** The service takes no longer text. */
const MAX_LENGTH = 100

export function SearchField({ value, onSearch }: { value: string; onSearch: (search: string) => void }) {
  const [typed, setTyped] = useState(value)
  const field = useRef<HTMLInputElement>(null)
  const notify = useRef(onSearch)
  notify.current = onSearch
  const reported = useRef(value)
  useEffect(() => {
    const search = typed.trim().slice(0, MAX_LENGTH)
    if (search === reported.current) return
    const timer = setTimeout(() => {
      reported.current = search
      notify.current(reported.current)
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  // A search ended elsewhere also clears the field. An effect would run after the list is shown.
  const previous = useRef(value)
  if (value !== previous.current) {
    previous.current = value
    if (value !== reported.current) {
      reported.current = value
      setTyped(value)
    }
  }

  return (
    <search class="search">
      <SearchIcon />
      <input
        ref={field}
        id="search"
        type="search"
        enterkeyhint="search"
        autocomplete="off"
        aria-label={words.home.search}
        placeholder={words.home.search}
        value={typed}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={({ key, currentTarget }) => {
          if (key === 'Enter') currentTarget.blur()
          if (key === 'Escape') setTyped('')
        }}
      />
      {typed !== '' && (
        <button
          type="button"
          class="icon-button"
          aria-label={words.home.clearSearch}
          onClick={() => {
            setTyped('')
            field.current?.focus()
          }}
        >
          <CloseIcon />
        </button>
      )}
    </search>
  )
}
