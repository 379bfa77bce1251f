import { listApprovals } from '@counterfoil/contract/admin/approvals.ts'
import { Alert, Group, Stack } from '@mantine/core'
import { Suspense } from 'react'
import { useApiQuery } from '../api/use-api-query.ts'
import { Summary } from '../facts/lazy-summary.ts'
import { ActorName } from '../kit/actor-name.tsx'
import { AnchorLink } from '../kit/links.tsx'
import { useCan } from '../session/use-session.ts'
import { APPROVAL_KIND_WORDS, APPROVAL_WORDS as words } from '../words/approvals.ts'

/** The requests of a record that wait for a second person, above its forms. */
export function PendingRequests({ target }: { target: string }) {
  const can = useCan()
  const query = { state: 'PENDING' as const, target }
  const { data } = useApiQuery(listApprovals, can(listApprovals) ? { query } : null)
  if (!data || data.items.length === 0) return null
  return (
    <Alert color="indigo" title={words.waiting} mb="md">
      <Stack gap={4}>
        {data.items.map((approval) => (
          <Group key={approval.id} gap="xs">
            <span className="wrap">
              <Suspense fallback={APPROVAL_KIND_WORDS[approval.kind]}>
                {approval.kind === 'voucher.publish' ? (
                  APPROVAL_KIND_WORDS[approval.kind]
                ) : (
                  <Summary of={approval} />
                )}
              </Suspense>{' '}
              · <ActorName of={approval.requestedBy} />
            </span>
            <AnchorLink to="/approvals/$id" params={{ id: approval.id }} size="sm" c="inherit" td="underline">
              {words.open}
            </AnchorLink>
          </Group>
        ))}
      </Stack>
    </Alert>
  )
}
