import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { latestVersion } from '../src/platform/database/migrate.ts'

/** What a usual migration does, to tables that every request needs: a column, a check, an index and a table. */
const MIGRATION = `
alter table vouchers add column made_for_the_proof text;
alter table redemptions add column made_for_the_proof text;
alter table users add constraint users_made_for_the_proof check (external_user_id <> '');
create index users_made_for_the_proof on users (created_at);
create table made_for_the_proof (id uuid primary key references partners (id));`

/** Copies this checkout into `folder` and adds a migration. Packages are shared with this checkout, except for our own. */
export async function makeNextRelease(folder: string): Promise<{ folder: string; migration: string }> {
  const files = execFileSync('git', ['ls-files', '-z'])
  const archive = join(folder, 'release.tar')
  execFileSync('tar', ['--null', '--files-from=-', '--ignore-failed-read', '-cf', archive], { input: files })
  execFileSync('tar', ['-xf', archive, '-C', folder])
  linkPackages(folder)
  const number = String((await latestVersion()) + 1).padStart(4, '0')
  const migration = `${number}_made_for_the_proof`
  writeFileSync(join(folder, 'migrations', `${migration}.sql`), MIGRATION)
  return { folder, migration }
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
