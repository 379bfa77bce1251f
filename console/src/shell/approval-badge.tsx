import { listApprovals } from '@counterfoil/contract/admin/approvals.ts'
import { Badge } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../api/use-api-query.ts'
import { APPROVAL_WORDS as words } from '../words/approvals.ts'

const EVERY_MS = 60_000

/** How many requests wait for the person’s decision. Every change on a screen counts them again. */
export function ApprovalBadge() {
  const query = { decidable: true, limit: 1, count: true }
  const { data } = useQuery({ ...apiQuery(listApprovals, { query }), refetchInterval: EVERY_MS })
  const { value = 0, isExact = true } = data?.count ?? {}
  if (value === 0) return null
  const count = isExact ? String(value) : `${value}+`
  return (
    <Badge size="sm" circle={value < 10} aria-label={words.badge(count)}>
      {count}
    </Badge>
  )
}
