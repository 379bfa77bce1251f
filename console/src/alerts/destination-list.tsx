import {
  createAlertDestination,
  listAlertDestinations,
} from '@counterfoil/contract/admin/alert-destinations.ts'
import { Button } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useApiQuery } from '../api/use-api-query.ts'
import { CallFailure } from '../facts/lazy-call-failure.tsx'
import { ShownOnce } from '../kit/shown-once.tsx'
import { StatusDot } from '../kit/status-dot.tsx'
import { TwoLines } from '../kit/two-lines.tsx'
import type { Column } from '../list/data-table.tsx'
import { PageHeading } from '../list/page-heading.tsx'
import { PagedTable } from '../list/paged-table.tsx'
import { queryOf } from '../routing/search.ts'
import { useCan } from '../session/use-session.ts'
import { joinItems } from '../time/join-items.ts'
import { Moment } from '../time/moment.tsx'
import { DESTINATION_KIND_WORDS, DESTINATION_WORDS as words } from '../words/alert-destinations.ts'
import { ALERT_WORDS } from '../words/overview-page.ts'
import { DestinationActions } from './destination-actions.tsx'
import { type Destination, NewDestination } from './edit-destination.tsx'

const route = getRouteApi('/alerts/destinations')

/** Where alerts are sent, and whether they arrive. */
export function DestinationList() {
  const can = useCan()
  const page = useApiQuery(listAlertDestinations, {
    query: queryOf(listAlertDestinations, route.useSearch()),
  })
  const [isCreating, setCreating] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  return (
    <>
      <PageHeading title={words.title} below={words.intro}>
        {can(createAlertDestination) && <Button onClick={() => setCreating(true)}>{words.create}</Button>}
      </PageHeading>
      <PagedTable
        label={words.title}
        page={page}
        columns={[...COLUMNS, actionColumn(setSecret)]}
        empty={words.none}
      />
      {isCreating && <NewDestination created={setSecret} close={() => setCreating(false)} />}
      {secret !== null && (
        <ShownOnce
          title={words.secretTitle}
          text={words.secretText}
          value={secret}
          close={() => setSecret(null)}
        />
      )}
    </>
  )
}

const COLUMNS: Column<Destination>[] = [
  {
    title: words.name,
    cell: ({ name, kind, host, addresses }) => (
      <TwoLines
        main={name}
        below={`${DESTINATION_KIND_WORDS[kind]}: ${host ?? joinItems(addresses ?? [])}`}
      />
    ),
  },
  { title: words.what, cell: (destination) => <Wanted destination={destination} /> },
  {
    title: words.when,
    cell: ({ timing, quietHours, timezone }) => (
      <TwoLines
        main={words.timings[timing]}
        below={quietHours && words.quiet(quietHours.from, quietHours.until, timezone)}
      />
    ),
  },
  { title: words.state, cell: (destination) => <State destination={destination} /> },
]

function actionColumn(replaced: (secret: string) => void): Column<Destination> {
  return {
    title: words.actions,
    cell: (destination) => <DestinationActions destination={destination} replaced={replaced} />,
  }
}

function Wanted({ destination: { alertKinds, merchantId, partnerId, owner } }: { destination: Destination }) {
  const [first] = alertKinds ?? []
  const kinds =
    alertKinds === null
      ? words.everyAlert
      : alertKinds.length === 1 && first
        ? ALERT_WORDS[first]
        : words.kinds(alertKinds.length)
  const filter = merchantId !== null ? words.ofMerchant : partnerId !== null ? words.ofPartner : null
  return <TwoLines main={kinds} below={owner === 'OPERATOR' ? filter : null} />
}

function State({ destination }: { destination: Destination }) {
  const { state, failingSince, lastError, lastSentAt, waiting, givenUp } = destination
  return (
    <>
      <StatusDot tone={state === 'FAILING' ? 'bad' : lastSentAt === null ? 'quiet' : 'good'}>
        {state === 'FAILING' ? words.failing : lastSentAt === null ? words.neverUsed : words.working}
      </StatusDot>
      <div className="wrap">
        {failingSince !== null && <Moment at={failingSince} />}
        {lastError !== null && (
          <div>
            <CallFailure error={lastError} />
          </div>
        )}
        {waiting > 0 && <div>{words.waiting(waiting)}</div>}
        {givenUp > 0 && <div>{words.givenUp(givenUp)}</div>}
        {state === 'OK' && lastSentAt !== null && (
          <div>
            {words.lastSent} <Moment at={lastSentAt} />
          </div>
        )}
      </div>
    </>
  )
}
