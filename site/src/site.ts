import { openSearch } from './search.ts'
import './site.css'

const find = <E extends Element>(selector: string): E | null => document.querySelector<E>(selector)

/** The API reference was at `/docs#/Tag/operationId` before it moved to its own page. */
const former = /^#\/[^/]+\/(\w+)$/.exec(location.hash)
if (former && location.pathname === '/docs/') location.replace(`/docs/api#${former[1]}`)

find('button.theme')?.addEventListener('click', () => {
  const isDark = getComputedStyle(document.documentElement).colorScheme.trim() === 'dark'
  const prefersDark = matchMedia('(prefers-color-scheme: dark)').matches
  const chosen = document.documentElement.dataset.theme ?? (prefersDark ? 'dark' : 'light')
  const next = chosen === 'dark' || isDark ? 'light' : 'dark'
  document.documentElement.dataset.theme = next
  try {
    localStorage.setItem('counterfoil-docs-theme', next)
  } catch {
    // The choice is then lost with the page.
  }
})

const menu = find<HTMLButtonElement>('button.menu')
function showMenu(isOpen: boolean): void {
  document.body.classList.toggle('menu-open', isOpen)
  menu?.setAttribute('aria-expanded', String(isOpen))
}
menu?.addEventListener('click', () => showMenu(menu.getAttribute('aria-expanded') !== 'true'))

find('button.search')?.addEventListener('click', () => openSearch())
addEventListener('keydown', (event) => {
  const isTyping = event.target instanceof Element && event.target.matches('input, textarea, select')
  const isShortcut =
    (event.key === '/' && !isTyping) || (event.key === 'k' && (event.ctrlKey || event.metaKey))
  if (event.key === 'Escape') showMenu(false)
  if (!isShortcut) return
  event.preventDefault()
  openSearch()
})

for (const figure of document.querySelectorAll('figure.code')) {
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = 'Copy'
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(figure.querySelector('code')?.textContent ?? '')
    button.textContent = 'Copied'
    setTimeout(() => {
      button.textContent = 'Copy'
    }, 1500)
  })
  figure.querySelector('figcaption')?.append(button)
}

rememberLanguage()
markCurrentSection()

/** A choice of language applies to all tabs of all pages that have it. */
function rememberLanguage(): void {
  const KEY = 'counterfoil-docs-language'
  const tabs = [...document.querySelectorAll<HTMLInputElement>('.tabs > input')]
  const choose = (language: string | null) => {
    for (const tab of tabs) if (tab.value === language) tab.checked = true
  }
  try {
    choose(localStorage.getItem(KEY))
  } catch {
    // Without storage, each page starts with the first language.
  }
  for (const tab of tabs) {
    tab.addEventListener('change', () => {
      const topBefore = tab.getBoundingClientRect().top
      choose(tab.value)
      // The blocks above may have changed their height. What the reader looks at stays where it is.
      scrollBy(0, tab.getBoundingClientRect().top - topBefore)
      try {
        localStorage.setItem(KEY, tab.value)
      } catch {
        // The choice is then lost with the page.
      }
    })
  }
}

/** Highlights the section in view in the table of contents. */
function markCurrentSection(): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('.contents a')]
  const byId = new Map(links.map((link) => [decodeURIComponent(link.hash.slice(1)), link]))
  const observer = new IntersectionObserver(
    (entries) => {
      const entered = entries.find(({ isIntersecting }) => isIntersecting)
      if (!entered) return
      for (const link of links) link.removeAttribute('aria-current')
      byId.get(entered.target.id)?.setAttribute('aria-current', 'true')
    },
    { rootMargin: '-72px 0px -70% 0px' },
  )
  for (const id of byId.keys()) {
    const heading = document.getElementById(id)
    if (heading) observer.observe(heading)
  }
}

const sidebar = find<HTMLElement>('#navigation')
const current = sidebar?.querySelector<HTMLElement>('[aria-current]')
// `scrollIntoView` would also move the page.
if (sidebar && current) sidebar.scrollTop = current.offsetTop - sidebar.clientHeight / 2
