import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'

/**
 * Unpacks the release before the newest migration into `folder`: the commit before the one that added it. Packages are
 * shared with this checkout, except for our own.
 */
export function unpackPreviousRelease(folder: string): { folder: string; commit: string; migration: string } {
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim()
  const migration = readdirSync('migrations')
    .filter((name) => /^\d{4}_.*\.sql$/.test(name))
    .toSorted()
    .at(-1) as string
  const added = git('log', '--diff-filter=A', '--format=%H', '-1', '--', `migrations/${migration}`)
  if (!added) throw new Error(`migrations/${migration} is not committed: there is no release before it`)
  const commit = git('rev-parse', '--short', `${added}^`)
  const archive = join(folder, 'release.tar')
  git('archive', '--output', archive, commit)
  execFileSync('tar', ['-xf', archive, '-C', folder])
  linkPackages(folder)
  return { folder, commit, migration }
}

function linkPackages(folder: string): void {
  const modules = join(folder, 'node_modules')
  mkdirSync(join(modules, '@counterfoil'), { recursive: true })
  for (const name of readdirSync('node_modules')) {
    if (name !== '@counterfoil') symlinkSync(resolve('node_modules', name), join(modules, name))
  }
  symlinkSync(join(folder, 'contract'), join(modules, '@counterfoil', 'contract'))
  symlinkSync(join(folder, 'sdk'), join(modules, '@counterfoil', 'partner'))
}
