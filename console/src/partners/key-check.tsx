import { checkJwks } from '@counterfoil/contract/admin/partner-checks.ts'
import { Alert, Button, Stack, Text } from '@mantine/core'
import { call, type ResponseBody } from '../api/call.ts'
import type { Partner } from '../api/records.ts'
import { CallFailure } from '../facts/lazy-call-failure.tsx'
import { Reasons } from '../facts/lazy-reasons.tsx'
import { Panel } from '../kit/panel.tsx'
import { StatusDot } from '../kit/status-dot.tsx'
import { useAction } from '../kit/use-action.ts'
import { type Column, DataTable } from '../list/data-table.tsx'
import { joinItems } from '../time/join-items.ts'
import { Moment } from '../time/moment.tsx'
import { PARTNER_KEY_WORDS as words } from '../words/partner-keys.ts'
import { TokenCheck } from './token-check.tsx'

type JwksCheck = ResponseBody<typeof checkJwks>
type Key = JwksCheck['keys'][number]

/** The keys that verify tokens, with buttons that check the keys and a token. */
export function KeyCheck({ partner }: { partner: Partner }) {
  const { id, jwksUrl, nextPublicKey } = partner
  const check = useAction(() => call(checkJwks, { params: { id } }))
  return (
    <Panel
      title={words.title}
      actions={
        <Button size="xs" variant="default" loading={check.isPending} onClick={() => check.mutate(undefined)}>
          {jwksUrl === null ? words.checkKeys : words.fetchNow}
        </Button>
      }
    >
      <Text size="sm" className="wrap">
        {jwksUrl !== null
          ? words.jwksText(jwksUrl)
          : nextPublicKey === null
            ? words.staticText
            : words.twoKeysText}
      </Text>
      <div role="status" className="outcome">
        {check.data && <Keys result={check.data} />}
      </div>
      <TokenCheck partnerId={id} />
    </Panel>
  )
}

function Keys({ result: { ok, error, keys, cachedAt } }: { result: JwksCheck }) {
  const usable = keys.filter(({ issue }) => issue === null).length
  return (
    <Stack gap="xs">
      {error !== null && (
        <Alert color="red">
          <CallFailure error={error} say={words.notFetched} />
        </Alert>
      )}
      {error === null && (
        <StatusDot tone={ok ? 'good' : 'bad'}>{ok ? words.usable(usable) : words.noUsable}</StatusDot>
      )}
      {keys.length > 0 && (
        <DataTable
          label={words.title}
          items={keys.map((key, index) => ({ ...key, id: `${key.kid} ${index}` }))}
          columns={COLUMNS}
          keyOf={({ id }) => id}
        />
      )}
      {cachedAt !== null && (
        <Text size="xs" c="dimmed">
          {words.fetched} <Moment at={cachedAt} />
        </Text>
      )}
    </Stack>
  )
}

const COLUMNS: Column<Key & { id: string }>[] = [
  { title: words.key, cell: ({ kid, kty }) => `${kid ?? words.noKid} · ${kty ?? ''}` },
  { title: words.algorithms, cell: ({ algorithms }) => joinItems(algorithms) },
  {
    title: words.note,
    cell: ({ issue, issueFacts, isNew }) =>
      issue === null ? isNew && words.isNew : <Reasons facts={issueFacts} english={issue} />,
  },
]
