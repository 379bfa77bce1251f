import { generateKeyPairSync } from 'node:crypto'
import type { Tx } from '../../platform/database/db.ts'
import type { Vault } from '../../platform/secrets.ts'
import type { CatalogDeps } from '../catalog/catalog-cache.ts'
import type { ImagesDeps } from '../images/image-library.ts'
import type { PartnersDeps } from '../partners/directory.ts'
import { insertSecret } from '../partners/queries.ts'
import { sealedSecret } from '../partners/secret-rotation.ts'
import { buildScenarios } from './build-scenarios.ts'
import { SCENARIO_CATEGORY } from './scenarios.ts'

/** The parts that filling a sandbox needs: its partner, the catalog, and the picture of its vouchers. */
export type SandboxDeps = PartnersDeps & CatalogDeps & ImagesDeps

/** The key of a test partner, with which we sign tokens for its users. */
export type TestKey = { publicKey: { kty: string }; privateKey: object }

/** The scope that contains all scenarios but the one that is out of scope. */
export const SCENARIO_SCOPE = { merchantIds: [], categories: [SCENARIO_CATEGORY] }

export function generateTestKey(): TestKey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return {
    publicKey: publicKey.export({ format: 'jwk' }) as { kty: string },
    privateKey: privateKey.export({ format: 'jwk' }),
  }
}

type Sandbox = { vault: Vault; partnerId: string; imagePath: string; testKey: TestKey; now: Date }

/** The partner must exist. `imagePath` is the picture of its vouchers. */
export async function fillSandbox(tx: Tx, { testKey, ...setting }: Sandbox): Promise<void> {
  const { vault, partnerId, now } = setting
  const key = JSON.stringify(testKey.privateKey)
  await insertSecret(tx, sealedSecret(vault, partnerId, 'TEST_KEY', key), now)
  await buildScenarios(tx, setting)
}
