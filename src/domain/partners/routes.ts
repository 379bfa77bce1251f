import { viewBranding } from '@counterfoil/contract/consumer/browse.ts'
import { answer, type Serve } from '../../platform/http/serve.ts'
import type { Consumer } from '../users/consumer.ts'

export function partnersRoutes(serve: Serve<Consumer>): void {
  serve(viewBranding, (_, { partner: { name, displayName, logoPath, accentColor } }) =>
    answer(200, { name, displayName, logoPath, accentColor }),
  )
}
