import type { getUser } from '@counterfoil/contract/admin/users.ts'
import type { ResponseBody } from '../api/call.ts'

export type User = ResponseBody<typeof getUser>
