import { openapiDocument } from '@counterfoil/contract/openapi.ts'
import { buildApp } from '../src/api/app.ts'
import type { Deps } from '../src/domain/deps.ts'

/** The document of the routes that the app really serves, without the address of any one installation. */
export async function renderOpenapi(deps: Deps): Promise<string> {
  const { server, served } = await buildApp(deps)
  await server.close()
  return `${JSON.stringify(openapiDocument(served), null, 2)}\n`
}
