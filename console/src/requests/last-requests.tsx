import { ButtonLink } from '../kit/links.tsx'
import { Panel } from '../kit/panel.tsx'
import { REQUEST_WORDS as words } from '../words/requests.ts'
import { RequestTable } from './request-table.tsx'
import { useLiveRequests } from './use-live-requests.ts'

const LAST_REQUESTS = 8

/** The newest failed requests of a partner, for its health. */
export function LastRequests({ partnerId }: { partnerId: string }) {
  const page = useLiveRequests({ partnerId, limit: LAST_REQUESTS })
  const shown = { ...page, data: page.data && { items: page.data.items, nextCursor: null } } as typeof page
  return (
    <Panel
      title={words.lastRequests}
      actions={
        <ButtonLink to="/requests" search={{ partnerId }} size="xs" variant="default">
          {words.allRequests}
        </ButtonLink>
      }
    >
      <RequestTable page={shown} isOfOnePartner />
    </Panel>
  )
}
