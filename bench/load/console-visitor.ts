import type { Browser, Page } from 'playwright-core'
import { until } from '../../test/support/process.ts'
import { ADMIN_KEY } from '../servers/spawn-service.ts'

const PASSWORD = 'seven quiet kettles sing'

/** How long the list took to show its first row, in milliseconds; null until then. */
const FIRST_ROW = 'window.firstRowMs ?? null'

/** Waits for the first row from the start of the page, or from a call of `watch` on. */
const OBSERVER = `window.watch = (startedAt) => {
  window.firstRowMs = null
  const check = () => {
    const row = document.querySelector('main tbody tr, main .hits li')
    if (row && row.getBoundingClientRect().height > 0) window.firstRowMs = performance.now() - startedAt
    else requestAnimationFrame(check)
  }
  requestAnimationFrame(check)
}
watch(0)`

/** Opens a list from a screen without one, as a link in the console does: without loading the page again. */
export async function timeOpening(page: Page, url: string, path: string): Promise<number> {
  await page.goto(`${url}/console/merchants/new`)
  await page.getByRole('heading', { name: 'New merchant' }).waitFor()
  await page.evaluate(`{
    watch(performance.now())
    history.pushState({}, '', ${JSON.stringify(`/console${path}`)})
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
  }`)
  return firstRowOf(page, path)
}

/** Opens a list by its address: the whole page with its scripts, from a warm cache. */
export async function timeLoading(page: Page, url: string, path: string): Promise<number> {
  await page.goto(`${url}/console${path}`)
  return firstRowOf(page, path)
}

async function firstRowOf(page: Page, path: string): Promise<number> {
  await until(async () => (await page.evaluate<number | null>(FIRST_ROW)) !== null).catch(async () => {
    throw new Error(`no row at ${path}: ${await page.locator('main').textContent()}`)
  })
  return page.evaluate<number>(FIRST_ROW)
}

/** A page with the session of a new admin, which notes when a list shows its first row. */
export async function openConsole(url: string, browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' })
  const page = await context.newPage()
  await page.goto(await inviteAdmin(url))
  await page.getByLabel('Password').first().fill(PASSWORD)
  await page.locator('button[type=submit]').click()
  await page.getByRole('navigation', { name: 'Areas' }).waitFor()
  await page.addInitScript(OBSERVER)
  return page
}

async function inviteAdmin(url: string): Promise<string> {
  const post = async (path: string, body?: object) => {
    const response = await fetch(url + path, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${ADMIN_KEY}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
    return (await response.json()) as { id: string; url: string }
  }
  const { id } = await post('/admin/staff', { email: 'bench@example.com', name: 'Bench', role: 'admin' })
  return (await post(`/admin/staff/${id}/invite`)).url
}
