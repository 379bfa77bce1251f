import { useEffect, useRef, useState } from 'preact/hooks'
import { words } from '../language/words.ts'
import { CloseIcon, SearchIcon } from '../parts/icons.tsx'

/** Safari allows a hundred changes of the history in half a minute: typing is told when it pauses. */
const PAUSE_MS = 200

export function SearchField({ value, onSearch }: { value: string; onSearch: (search: string) => void }) {
  const [typed, setTyped] = useState(value)
  const field = useRef<HTMLInputElement>(null)
  const tell = useRef(onSearch)
  tell.current = onSearch
  const told = useRef(value)
  useEffect(() => {
    if (typed.trim() === told.current) return
    const timer = setTimeout(() => {
      told.current = typed.trim()
      tell.current(told.current)
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  // Whoever else ends the search empties the field too.
  useEffect(() => {
    if (value === told.current) return
    told.current = value
    setTyped(value)
  }, [value])

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
