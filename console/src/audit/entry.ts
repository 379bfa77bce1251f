import type { listAudit } from '@counterfoil/contract/admin/audit.ts'
import type { ResponseBody } from '../api/call.ts'

export type Entry = ResponseBody<typeof listAudit>['items'][number]
