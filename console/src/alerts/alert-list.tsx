import { listAlertDestinations } from '@counterfoil/contract/admin/alert-destinations.ts'
import { listAlerts } from '@counterfoil/contract/admin/alerts.ts'
import type { ResponseBody } from '../api/call.ts'
import { useApiQuery } from '../api/use-api-query.ts'
import { AlertSentence } from '../facts/alert-sentence.tsx'
import { Empty } from '../kit/empty.tsx'
import { AnchorLink, ButtonLink } from '../kit/links.tsx'
import { Loaded } from '../kit/loaded.tsx'
import { StatusDot } from '../kit/status-dot.tsx'
import { type Column, DataTable } from '../list/data-table.tsx'
import { PageHeading } from '../list/page-heading.tsx'
import { useCan } from '../session/use-session.ts'
import { Moment } from '../time/moment.tsx'
import { monthName } from '../time/month.ts'
import { DESTINATION_WORDS } from '../words/alert-destinations.ts'
import { ALERT_WORDS, ALERTS_WORDS as words } from '../words/overview-page.ts'

type CurrentAlert = ResponseBody<typeof listAlerts>['items'][number]

const COLUMNS: Column<CurrentAlert>[] = [
  {
    title: words.kind,
    cell: ({ kind }) => (
      <StatusDot tone={toneOf(kind)} code={kind}>
        {ALERT_WORDS[kind]}
      </StatusDot>
    ),
  },
  { title: words.message, cell: (alert) => <AlertSentence of={alert} /> },
  { title: words.subject, cell: ({ subject }) => <Subject subject={subject} /> },
  { title: words.since, nowrap: true, cell: ({ since }) => <Moment at={since} /> },
]

export function AlertList() {
  const can = useCan()
  return (
    <>
      <PageHeading title={words.title} below={words.intro}>
        {can(listAlertDestinations) && (
          <ButtonLink to="/alerts/destinations" variant="default">
            {DESTINATION_WORDS.open}
          </ButtonLink>
        )}
      </PageHeading>
      <Loaded of={useApiQuery(listAlerts, {})}>
        {({ items }) => (
          <DataTable
            label={words.title}
            items={items}
            columns={COLUMNS}
            keyOf={({ kind, subject, since }) => kind + subject.id + since}
            empty={<Empty>{words.none}</Empty>}
          />
        )}
      </Loaded>
    </>
  )
}

/** A close is no problem. */
function toneOf(kind: CurrentAlert['kind']) {
  return kind === 'STATEMENTS_CLOSED' ? 'quiet' : 'bad'
}

const SCREENS = {
  ...{ outlet: '/outlets/$id', partner: '/partners/$id', voucher: '/vouchers/$id' },
  approval: '/approvals/$id',
} as const

function Subject({ subject: { type, id, name } }: { subject: CurrentAlert['subject'] }) {
  if (type === 'month') {
    return (
      <AnchorLink to="/statements" search={{ month: id }} size="sm">
        {monthName(id)}
      </AnchorLink>
    )
  }
  if (type === 'destination') {
    return (
      <AnchorLink to="/alerts/destinations" size="sm" className="wrap">
        <bdi>{name}</bdi>
      </AnchorLink>
    )
  }
  if (type === 'cell') return name
  if (type === 'staff') {
    return (
      <AnchorLink to="/staff" search={{ q: name }} size="sm" className="wrap">
        <bdi>{name}</bdi>
      </AnchorLink>
    )
  }
  return (
    <AnchorLink to={SCREENS[type]} params={{ id }} size="sm" className="wrap">
      <bdi>{name}</bdi>
    </AnchorLink>
  )
}
