import { rmSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'
import { type InstalledFont, ownFonts } from './fonts.ts'
import { findChromium, installChromium } from './install-chromium.ts'

const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Tests stay on this machine. Interception of requests would do the same, but costs time at every request.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
]
/** For tests only: measurements and screenshots show pages as people see them. */
const TEST_ARGS = [
  // The pages of a context share a process, in which scripts stay compiled: see contexts.ts.
  '--process-per-site',
  // A new tab starts in the process of its context. Otherwise each one starts a process that its first address discards.
  '--renderer-process-limit=1',
  // A page of a test lives for seconds. Optimizing its scripts takes more CPU time than it saves.
  '--js-flags=--no-opt --no-maglev',
  // Frames are drawn by the CPU, so a separate process for them only adds messages.
  '--in-process-gpu',
  '--num-raster-threads=1',
]
const REMEDY =
  'The browser tests need Chromium: install it (Debian: `apt-get install -y chromium-headless-shell`; Ubuntu: `apt-get install -y chromium`; macOS: `brew install --cask chromium`) and run the same command again'

let launched: Promise<Browser> | null = null

/** One browser for all test files of a worker. It ends with the worker. */
export function testBrowser(): Promise<Browser> {
  launched ??= launchChromium(undefined, TEST_ARGS)
  return launched
}

export async function launchChromium(preferred?: InstalledFont, more: string[] = []): Promise<Browser> {
  const executablePath = findChromium() ?? (await installChromium())
  if (!executablePath) throw new Error(REMEDY)
  const fonts = await ownFonts(preferred)
  const env = { ...process.env, FONTCONFIG_FILE: fonts.file }
  const browser = await chromium.launch({ executablePath, args: [...ARGS, ...more], env })
  const removeFonts = () => rmSync(fonts.folder, { recursive: true, force: true })
  browser.on('disconnected', removeFonts)
  process.once('exit', removeFonts)
  return browser
}
