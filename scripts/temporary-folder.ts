import { chmod, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The caller deletes it. Other users can read it: if we are root, the embedded PostgreSQL runs as another user. */
export async function temporaryFolder(purpose: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `counterfoil-${purpose}-`))
  await chmod(folder, 0o755)
  return folder
}
