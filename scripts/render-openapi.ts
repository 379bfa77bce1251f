import { openapiDocument } from '@counterfoil/contract/openapi/openapi.ts'
import { buildApp } from '../src/api/app.ts'
import type { Deps } from '../src/domain/deps.ts'

/** The OpenAPI document of all routes that the app serves, without the address of an installation. */
export async function renderOpenapi(deps: Deps): Promise<string> {
  const { server, served } = await buildApp(deps)
  await server.close()
  return `${JSON.stringify(openapiDocument(served), null, 2)}\n`
}
