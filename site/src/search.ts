import MiniSearch, { type SearchResult } from 'minisearch'
import { SEARCH_OPTIONS } from './search-options.ts'

const MAX_RESULTS = 12
let dialog: HTMLDialogElement | null = null
let index: Promise<MiniSearch> | null = null

export function openSearch(): void {
  index ??= loadIndex()
  dialog ??= createDialog()
  if (!dialog.open) dialog.showModal()
  dialog.querySelector('input')?.select()
}

async function loadIndex(): Promise<MiniSearch> {
  const response = await fetch(document.body.dataset.searchIndex ?? '')
  return MiniSearch.loadJSONAsync(await response.text(), SEARCH_OPTIONS)
}

function createDialog(): HTMLDialogElement {
  const created = document.createElement('dialog')
  created.className = 'search-dialog'
  created.setAttribute('aria-label', 'Search')
  created.innerHTML =
    '<form><input type="search" placeholder="Search the documentation" aria-label="Search the documentation" ' +
    'autocomplete="off" spellcheck="false" aria-controls="search-results"><button type="button">Close</button></form>' +
    '<p role="status"></p><ul id="search-results"></ul>'
  document.body.append(created)
  const input = created.querySelector('input') as HTMLInputElement
  input.addEventListener('input', () => void show(created, input.value))
  created.addEventListener('keydown', (event) => moveFocus(created, event))
  created.addEventListener('click', (event) => {
    if (event.target === created) created.close()
  })
  // Enter opens the first result.
  created.querySelector('form')?.addEventListener('submit', (event) => {
    event.preventDefault()
    created.querySelector<HTMLAnchorElement>('li a')?.click()
  })
  created.querySelector('button')?.addEventListener('click', () => created.close())
  created.addEventListener('click', (event) => {
    if (event.target instanceof Element && event.target.closest('li a')) created.close()
  })
  return created
}

async function show(created: HTMLDialogElement, query: string): Promise<void> {
  const status = created.querySelector('[role=status]') as HTMLElement
  const list = created.querySelector('ul') as HTMLElement
  if (index === null) return
  const found =
    query.trim() === ''
      ? []
      : (await index).search(query, {
          prefix: true,
          fuzzy: 0.15,
          boost: { heading: 4, title: 2 },
          combineWith: 'AND',
        })
  if ((created.querySelector('input') as HTMLInputElement).value !== query) return
  list.replaceChildren(...found.slice(0, MAX_RESULTS).map(resultItem))
  status.textContent =
    query.trim() === '' ? '' : found.length === 0 ? 'Nothing found.' : `${found.length} results`
}

function resultItem({ id, title, heading, excerpt }: SearchResult): HTMLElement {
  const item = document.createElement('li')
  const link = document.createElement('a')
  link.href = `/docs/${id}`
  const name = document.createElement('strong')
  name.textContent = heading === title ? title : `${title} › ${heading}`
  const text = document.createElement('span')
  text.textContent = excerpt
  link.append(name, text)
  item.append(link)
  return item
}

function moveFocus(created: HTMLDialogElement, event: KeyboardEvent): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined) return
  event.preventDefault()
  const stops = [created.querySelector('input'), ...created.querySelectorAll<HTMLElement>('li a')]
  const at = stops.indexOf(document.activeElement as HTMLElement)
  stops[Math.max(0, Math.min(stops.length - 1, at + step))]?.focus()
}
