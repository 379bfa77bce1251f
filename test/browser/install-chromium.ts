import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'

/** Chromium without a user interface is preferred: its pages need little more than half of the CPU time. */
const SHELL = '/usr/bin/chromium-headless-shell'
const PLACES = [
  SHELL,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** Without a network, apt-get gives up after seconds instead of minutes. */
const APT_OPTIONS = ['DPkg::Lock::Timeout=300', 'Acquire::Retries=0', 'Acquire::http::Timeout=10'].flatMap(
  (option) => ['-o', option],
)

/** Vitest calls this once, before the first test: an installation would count against a test's time limit. */
export async function setup(): Promise<void> {
  if (!existsSync(SHELL)) await installChromium()
}

export function findChromium(): string | undefined {
  return PLACES.find((path) => existsSync(path))
}

/** Installs only as root on Debian, as in a CI container. */
export async function installChromium(): Promise<string | undefined> {
  if (!existsSync('/etc/debian_version') || process.getuid?.() !== 0) return undefined
  const aptGet = (...args: string[]) =>
    promisify(execFile)('apt-get', [...APT_OPTIONS, ...args]).catch(() => {})
  await aptGet('update')
  await aptGet('install', '-y', '--no-install-recommends', 'chromium-headless-shell')
  // Ubuntu has no package for the shell.
  if (!findChromium()) await aptGet('install', '-y', '--no-install-recommends', 'chromium')
  return findChromium()
}
