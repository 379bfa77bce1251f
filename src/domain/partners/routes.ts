import { viewBranding } from '@counterfoil/contract/consumer/browse.ts'
import { respond, type Serve } from '../../platform/http/serve.ts'
import type { Consumer } from '../actors/consumer.ts'
import { brandingOf } from './branding.ts'

export function partnersRoutes(serve: Serve<Consumer>): void {
  serve(viewBranding, (_, { partner }) => respond(200, brandingOf(partner)))
}
