import type { listAudit } from '@counterfoil/contract/admin/audit.ts'
import type { Answered } from '../api/call.ts'

export type Entry = Answered<typeof listAudit>['items'][number]
