import { getRequest } from '@counterfoil/contract/admin/requests.ts'
import { Anchor, Group, Stack } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { ApiError } from '../api/api-error.ts'
import type { ResponseBody } from '../api/call.ts'
import { useApiQuery } from '../api/use-api-query.ts'
import { errorMeaning, Reasons } from '../facts/reasons.tsx'
import { Coded } from '../kit/coded.tsx'
import { Copyable } from '../kit/copyable.tsx'
import { Empty } from '../kit/empty.tsx'
import { type Fact, Facts } from '../kit/facts.tsx'
import { BackLink, ButtonLink } from '../kit/links.tsx'
import { Loaded } from '../kit/loaded.tsx'
import { Panel } from '../kit/panel.tsx'
import { PartnerName } from '../kit/partner-name.tsx'
import { UserLink } from '../kit/user-link.tsx'
import { PageHeading } from '../list/page-heading.tsx'
import { Moment } from '../time/moment.tsx'
import { SURFACE_WORDS, REQUEST_WORDS as words } from '../words/requests.ts'
import { RefusedRedemption } from './refused-redemption.tsx'

type RequestRecord = ResponseBody<typeof getRequest>

const route = getRouteApi('/requests/$id')

/** One request: who sent it, why it failed, and the ids that lead to its log line and its trace. */
export function RequestDetail() {
  const { id } = route.useParams()
  const request = useApiQuery(getRequest, { params: { id } })
  const isUnknown = request.error instanceof ApiError && request.error.code === 'not_found'
  return (
    <>
      <BackLink to="/requests">{words.back}</BackLink>
      {isUnknown ? (
        <NotRecorded id={id} />
      ) : (
        <Loaded of={request}>{(data) => <RequestPage request={data} />}</Loaded>
      )}
    </>
  )
}

/** A refusal is kept longer than its request. */
function NotRecorded({ id }: { id: string }) {
  return (
    <Empty>
      {words.notRecorded}
      <ButtonLink to="/refusals" search={{ requestId: id }} variant="default">
        {words.searchRefusals}
      </ButtonLink>
    </Empty>
  )
}

function RequestPage({ request }: { request: RequestRecord }) {
  const { id, method, route, status, code, help, reason, facts, refusal } = request
  return (
    <>
      <PageHeading
        title={`${method} ${route}`}
        below={code === null ? status : <Coded words={`${status} · ${errorMeaning(code)}`} code={code} />}
      />
      <Stack gap="xl">
        {reason !== null && (
          <Facts
            label={words.reason}
            of={[{ name: words.reason, value: <Reasons facts={facts} english={reason} /> }]}
            isWide
          />
        )}
        {help !== null && (
          <Anchor href={help} target="_blank" rel="noreferrer" size="sm">
            {words.help}
          </Anchor>
        )}
        <Facts label={words.facts} of={factsOf(request)} />
        {refusal !== null && <RefusedRedemption refusal={refusal} />}
        <Panel title={words.further}>
          <Facts
            label={words.further}
            isWide
            of={[
              { name: words.requestId, value: <Copyable name={words.requestId} value={id} /> },
              { name: words.traceId, value: <TraceFact of={request} /> },
            ]}
          />
        </Panel>
      </Stack>
    </>
  )
}

function factsOf(request: RequestRecord): Fact[] {
  const { at, partnerId, partnerName, surface, userId, externalUserId, durationMs } = request
  const user = userId !== null && externalUserId !== null && <UserLink of={{ userId, externalUserId }} />
  return [
    { name: words.when, value: <Moment at={at} /> },
    {
      name: words.partner,
      value:
        partnerId === null ? words.noPartner : <PartnerName id={partnerId} name={partnerName ?? partnerId} />,
    },
    { name: words.surface, value: SURFACE_WORDS[surface] },
    { name: words.user, value: user || (externalUserId ?? words.noUser) },
    { name: words.duration, value: words.milliseconds(durationMs) },
  ]
}

/** The trace of a request to copy, and a link where the service knows the address of the traces. */
function TraceFact({ of: { traceId, traceUrl } }: { of: RequestRecord }) {
  if (traceId === null) return words.notTraced
  return (
    <Group gap="sm">
      <Copyable name={words.traceId} value={traceId} />
      {traceUrl !== null && (
        <Anchor href={traceUrl} target="_blank" rel="noreferrer" size="sm">
          {words.openTrace}
        </Anchor>
      )}
    </Group>
  )
}
