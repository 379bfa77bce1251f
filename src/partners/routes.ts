import { viewBranding } from '@counterfoil/contract/consumer-browse.ts'
import type { ServeConsumer } from '../auth/jwt.ts'
import { answer } from '../http.ts'

export function partnersRoutes(serve: ServeConsumer): void {
  serve(viewBranding, (_, { partner: { name, displayName, logoPath, accentColor } }) =>
    answer(200, { name, displayName, logoPath, accentColor }),
  )
}
