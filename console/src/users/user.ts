import type { getUser } from '@counterfoil/contract/admin/users.ts'
import type { Answered } from '../api/call.ts'

export type User = Answered<typeof getUser>
