import { viewBranding } from '@counterfoil/contract/consumer/browse.ts'
import { respond, type Serve } from '../../platform/http/serve.ts'
import type { Consumer } from '../actors/consumer.ts'

export function partnersRoutes(serve: Serve<Consumer>): void {
  serve(viewBranding, (_, { partner: { name, displayName, logoPath, accentColor } }) =>
    respond(200, { name, displayName, logoPath, accentColor }),
  )
}
