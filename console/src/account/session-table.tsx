import type { listOwnSessions } from '@counterfoil/contract/session/account.ts'
import { Button } from '@mantine/core'
import type { ResponseBody } from '../api/call.ts'
import { StatusDot } from '../kit/status-dot.tsx'
import { TwoLines } from '../kit/two-lines.tsx'
import { type Column, DataTable } from '../list/data-table.tsx'
import { Moment } from '../time/moment.tsx'
import { SESSION_WORDS as words } from '../words/sessions.ts'

export type StaffSession = ResponseBody<typeof listOwnSessions>['items'][number]

/** `end` is missing for a role that may only look. */
export function SessionTable({
  sessions,
  end,
}: {
  sessions: StaffSession[]
  end?: (session: StaffSession) => void
}) {
  return (
    <DataTable
      label={words.title}
      items={sessions}
      columns={end ? [...COLUMNS, endColumn(end)] : COLUMNS}
      keyOf={({ id }) => id}
    />
  )
}

const COLUMNS: Column<StaffSession>[] = [
  {
    title: words.device,
    cell: ({ device, address }) => <TwoLines main={device ?? words.unknownDevice} below={address} />,
  },
  {
    title: words.method,
    cell: ({ method, createdAt }) => (
      <TwoLines main={words.methods[method]} below={<Moment at={createdAt} />} />
    ),
  },
  { title: words.lastUsed, nowrap: true, cell: ({ lastUsedAt }) => <Moment at={lastUsedAt} /> },
]

function endColumn(end: (session: StaffSession) => void): Column<StaffSession> {
  return {
    title: words.actions,
    nowrap: true,
    cell: (session) =>
      session.isCurrent ? (
        <StatusDot tone="good">{words.current}</StatusDot>
      ) : (
        <Button
          size="xs"
          variant="default"
          aria-label={words.endOf(session.device ?? words.unknownDevice, session.address)}
          onClick={() => end(session)}
        >
          {words.end}
        </Button>
      ),
  }
}
