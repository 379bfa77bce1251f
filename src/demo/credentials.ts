import { createPrivateKey, createPublicKey, generateKeyPair, type KeyObject, randomUUID } from 'node:crypto'
import { chmod, mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { generateSecret } from '../domain/partners/secret-rotation.ts'
import type { Config } from '../platform/config.ts'

/** The private half of a partner. The demo stores it in files, so that a developer can act as the partner. */
export type Credentials = { signingKey: KeyObject; secret: string }

const RSA_BITS = 2048

export function credentialsFolder({ dataDir }: Pick<Config, 'dataDir'>): string {
  return join(dataDir, 'demo')
}

export function credentialFiles(config: Pick<Config, 'dataDir'>): { signingKey: string; secret: string } {
  const folder = credentialsFolder(config)
  return { signingKey: join(folder, 'signing-key.pem'), secret: join(folder, 'hmac-secret') }
}

/** Null if the demo was never loaded with this DATA_DIR. */
export async function findCredentials(config: Pick<Config, 'dataDir'>): Promise<Credentials | null> {
  const files = credentialFiles(config)
  try {
    const [pem, secret] = await Promise.all([readFile(files.signingKey), readFile(files.secret, 'utf8')])
    return { signingKey: createPrivateKey(pem), secret: secret.trim() }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** Reuses the files of an interrupted load: its public key may already be registered. */
export async function findOrCreateCredentials(config: Pick<Config, 'dataDir'>): Promise<Credentials> {
  const found = await findCredentials(config)
  if (found) return found
  const { privateKey: signingKey } = await promisify(generateKeyPair)('rsa', { modulusLength: RSA_BITS })
  const created = { signingKey, secret: generateSecret() }
  const files = credentialFiles(config)
  await mkdir(credentialsFolder(config), { recursive: true, mode: 0o700 })
  await chmod(credentialsFolder(config), 0o700)
  await writePrivateFile(files.secret, `${created.secret}\n`)
  await writePrivateFile(files.signingKey, String(signingKey.export({ type: 'pkcs8', format: 'pem' })))
  return created
}

export function publicPem(signingKey: KeyObject): string {
  return String(createPublicKey(signingKey).export({ type: 'spki', format: 'pem' }))
}

/** Atomic, and readable by the owner only. */
async function writePrivateFile(path: string, text: string): Promise<void> {
  const draft = `${path}.${randomUUID()}`
  try {
    const file = await open(draft, 'wx', 0o600)
    try {
      await file.writeFile(text)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(draft, path)
  } finally {
    await rm(draft, { force: true })
  }
}
