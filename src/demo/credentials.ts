import { createPrivateKey, createPublicKey, generateKeyPair, type KeyObject, randomUUID } from 'node:crypto'
import { chmod, mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { generateSecret } from '../domain/partners/secret-rotation.ts'
import type { Config } from '../platform/config.ts'

/** What a partner keeps to itself: the demo keeps it in files, so that a developer can play the partner. */
export type Credentials = { signingKey: KeyObject; secret: string }

const RSA_BITS = 2048

export function credentialsFolder({ dataDir }: Pick<Config, 'dataDir'>): string {
  return join(dataDir, 'demo')
}

export function credentialFiles(config: Pick<Config, 'dataDir'>): { signingKey: string; secret: string } {
  const folder = credentialsFolder(config)
  return { signingKey: join(folder, 'signing-key.pem'), secret: join(folder, 'hmac-secret') }
}

/** Null where no demo was loaded from this DATA_DIR. */
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

/** What a load that was cut off has left behind is used, since its public half may be registered already. */
export async function findOrCreateCredentials(config: Pick<Config, 'dataDir'>): Promise<Credentials> {
  const found = await findCredentials(config)
  if (found) return found
  const { privateKey: signingKey } = await promisify(generateKeyPair)('rsa', { modulusLength: RSA_BITS })
  const created = { signingKey, secret: generateSecret() }
  const files = credentialFiles(config)
  await mkdir(credentialsFolder(config), { recursive: true, mode: 0o700 })
  await chmod(credentialsFolder(config), 0o700)
  await keepToOurselves(files.secret, `${created.secret}\n`)
  await keepToOurselves(files.signingKey, String(signingKey.export({ type: 'pkcs8', format: 'pem' })))
  return created
}

export function publicPem(signingKey: KeyObject): string {
  return String(createPublicKey(signingKey).export({ type: 'spki', format: 'pem' }))
}

/** Whole or not at all, readable by its owner only. */
async function keepToOurselves(path: string, text: string): Promise<void> {
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
