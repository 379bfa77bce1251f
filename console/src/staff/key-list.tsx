import { createKey, deleteKey, listKeys } from '@counterfoil/contract/admin/keys.ts'
import { Button, Group } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { call, type ResponseBody } from '../api/call.ts'
import { useApiQuery } from '../api/use-api-query.ts'
import { HistoryButton } from '../history/history-button.tsx'
import { Confirm } from '../kit/confirm.tsx'
import { ShownOnce } from '../kit/shown-once.tsx'
import { TwoLines } from '../kit/two-lines.tsx'
import type { Column } from '../list/data-table.tsx'
import { PagedTable } from '../list/paged-table.tsx'
import { queryOf } from '../routing/search.ts'
import { useCan } from '../session/use-session.ts'
import { Moment } from '../time/moment.tsx'
import { ROLE_WORDS } from '../words/roles.ts'
import { CREATOR_WORDS, STAFF_WORDS as words } from '../words/staff.ts'
import { AccessName } from './access-name.ts'

const NewKey = lazy(async () => ({ default: (await import('./new-key.tsx')).NewKey }))

type Key = ResponseBody<typeof listKeys>['items'][number]

const route = getRouteApi('/staff')

export function KeyList() {
  const { cursor } = route.useSearch()
  const page = useApiQuery(listKeys, { query: queryOf(listKeys, { cursor }) })
  const [revoked, setRevoked] = useState<Key | null>(null)
  const [isCreating, setCreating] = useState(false)
  const [created, setCreated] = useState<string | null>(null)
  const can = useCan()
  return (
    <>
      <Group justify="flex-end" mb="md">
        {can(createKey) && <Button onClick={() => setCreating(true)}>{words.createKey}</Button>}
      </Group>
      <PagedTable
        label={words.keys}
        page={page}
        columns={[...COLUMNS, actionColumn(can(deleteKey) ? setRevoked : null)]}
        empty={words.noKeys}
      />
      <Suspense>{isCreating && <NewKey created={setCreated} close={() => setCreating(false)} />}</Suspense>
      {created !== null && (
        <ShownOnce
          title={words.keyTitle}
          text={words.keyText}
          value={created}
          close={() => setCreated(null)}
        />
      )}
      {revoked && <Revoke apiKey={revoked} close={() => setRevoked(null)} />}
    </>
  )
}

const COLUMNS: Column<Key>[] = [
  {
    title: words.key,
    cell: ({ name, ownerName, createdBy }) => (
      <TwoLines main={name} below={words.createdBy(ownerName ?? CREATOR_WORDS[createdBy])} />
    ),
  },
  {
    title: words.role,
    cell: ({ role, merchantIds, partnerId }) => (
      <TwoLines
        main={ROLE_WORDS[role]}
        below={<AccessName merchantIds={merchantIds} partnerId={partnerId} />}
      />
    ),
  },
  { title: words.since, nowrap: true, cell: ({ createdAt }) => <Moment at={createdAt} /> },
  { title: words.ends, nowrap: true, cell: ({ expiresAt }) => <End at={expiresAt} /> },
  {
    title: words.lastUsed,
    nowrap: true,
    cell: ({ lastUsedAt, lastUsedAddress }) =>
      lastUsedAt === null ? (
        words.neverUsed
      ) : (
        <TwoLines main={<Moment at={lastUsedAt} />} below={lastUsedAddress} />
      ),
  },
]

function End({ at }: { at: string | null }) {
  if (at === null) return words.neverEnds
  const hasEnded = Date.parse(at) <= Date.now()
  return hasEnded ? <TwoLines main={words.expired} below={<Moment at={at} />} /> : <Moment at={at} />
}

function actionColumn(revoke: ((key: Key) => void) | null): Column<Key> {
  return {
    title: words.actions,
    cell: (key) => (
      <Group gap="xs">
        <HistoryButton target={`key:${key.id}`} name={key.name} />
        {revoke && (
          <Button size="xs" variant="default" onClick={() => revoke(key)}>
            {words.revoke}
          </Button>
        )}
      </Group>
    ),
  }
}

function Revoke({ apiKey, close }: { apiKey: Key; close: () => void }) {
  return (
    <Confirm
      title={words.revokeTitle(apiKey.name)}
      consequence={words.revokeConsequence}
      action={words.revoke}
      isDangerous
      confirm={() => call(deleteKey, { params: { id: apiKey.id } })}
      done={() => words.revoked(apiKey.name)}
      close={close}
    />
  )
}
