import { diffScope } from '@counterfoil/contract/admin/partner-checks.ts'
import { List, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { call, type ResponseBody } from '../api/call.ts'
import type { Partner } from '../api/records.ts'
import { Loaded } from '../kit/loaded.tsx'
import { PARTNER_WORDS as words } from '../words/partners.ts'

type Side = ResponseBody<typeof diffScope>['appear']

/** Which merchants appear and disappear, and for how many users. */
export function ScopeDifference({ partnerId, scope }: { partnerId: string; scope: Partner['scope'] }) {
  const difference = useQuery({
    queryKey: [diffScope.id, partnerId, scope],
    queryFn: () => call(diffScope, { params: { id: partnerId }, body: { scope } }),
  })
  return (
    <Loaded of={difference}>
      {({ appear, disappear, users }) =>
        appear.count + disappear.count === 0 ? (
          words.noDifference
        ) : (
          <Stack gap="sm">
            <Merchants side={appear} title={words.appear(appear.count)} />
            <Merchants side={disappear} title={words.disappear(disappear.count)} />
            <Text size="sm">{words.forUsers(words.users(users))}</Text>
          </Stack>
        )
      }
    </Loaded>
  )
}

function Merchants({ side: { count, first }, title }: { side: Side; title: string }) {
  if (count === 0) return null
  return (
    <div>
      <Text size="sm" fw={550}>
        {title}
      </Text>
      <List size="sm">
        {first.map(({ id, name }) => (
          <List.Item key={id}>{name}</List.Item>
        ))}
        {count > first.length && <List.Item>{words.andMore(count - first.length)}</List.Item>}
      </List>
    </div>
  )
}
