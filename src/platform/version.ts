import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

const ROOT = new URL('../../', import.meta.url)

/** The version of this release, from package.json. */
export const VERSION: string = JSON.parse(readFileSync(new URL('package.json', ROOT), 'utf8')).version

/** The commit of this release: from git in a checkout, otherwise from `commit.txt`, which packages and images contain. */
export function findCommit(): string | null {
  try {
    // Without this check, git would find a repository above, such as the one that a package is installed in.
    if (!existsSync(new URL('.git', ROOT)))
      return readFileSync(new URL('commit.txt', ROOT), 'utf8').trim() || null
    const output = execFileSync('git', ['rev-parse', 'HEAD'], {
      cwd: ROOT,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return output.trim()
  } catch {
    return null
  }
}
