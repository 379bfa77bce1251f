import { chmod, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The caller deletes it. Other users can read it: if we are root, the embedded PostgreSQL runs as another user. */
export async function temporaryFolder(purpose: string, parent = tmpdir()): Promise<string> {
  const folder = await mkdtemp(join(parent, `counterfoil-${purpose}-`))
  await chmod(folder, 0o755)
  return folder
}
