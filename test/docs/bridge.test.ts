import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const page = readFileSync('docs/bridge.md', 'utf8')
/** The webview's side of the bridge. test/browser/webview-host.test.ts runs it in every host. */
const app = readFileSync('webview/src/session/host.ts', 'utf8')

const all = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, name = '']) => name).sort()
const rowsOf = (title: string): string[] =>
  all(page.split(`## ${title}\n`)[1]?.split('\n## ')[0] ?? '', /^\| `([\w-]+)/gm)

const sent = all(
  app.split('export type HostMessage')[1]?.split('const iosHandler')[0] ?? '',
  /type: '([\w-]+)'/g,
)

test('the page lists every message that the webview sends, and no other', () => {
  expect(sent).toContain('redeemed')
  // The head of the table is `type`. `failed` is sent by the page of the webview, when this code did not load.
  expect(
    rowsOf('Events')
      .map((row) => (row === 'type' ? 'token-needed' : row))
      .sort(),
  ).toEqual([...sent, 'failed'].sort())
  expect(page).toContain("{type: 'counterfoil:token-needed'}")
})

test('the page says how a host makes every call of the webview', () => {
  const calls = all(app.split('Counterfoil?: {')[1]?.split('}\n')[0] ?? '', /^ {6}(\w+)\(/gm)
  expect(calls).toEqual(['setToken', 'setUser', 'signOut'])
  for (const call of calls) expect(page).toContain(`Counterfoil.${call}(`)
})

test('the host kit handles every message of the page, and the webview reads every setting of it', () => {
  const kit = readFileSync('sdk/host/src/mount.ts', 'utf8')
  expect(all(kit, /type [!=]== 'counterfoil:([\w-]+)'/g)).toEqual(expect.arrayContaining([...sent, 'failed']))
  expect(rowsOf('Settings in the address')).toEqual(['close', 'lang', 'pull', 'theme'])
})
