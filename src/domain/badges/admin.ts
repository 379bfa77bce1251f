import { getBadges } from '@counterfoil/contract/admin/badges.ts'
import { forReading, type ReadingDeps } from '../../platform/database/for-reading.ts'
import { respond, type Serve } from '../../platform/http/serve.ts'
import type { Caller } from '../actors/caller.ts'
import { openBadges } from './badges.ts'

export function badgesAdmin(serve: Serve<Caller>, deps: ReadingDeps): void {
  const badgesOf = openBadges()
  serve(getBadges, async (_, caller) => respond(200, await badgesOf(await forReading(deps), caller)))
}
