import { createDeployment, listDeployments } from '@counterfoil/contract/admin/deployments.ts'
import { Button, Group, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { useApiQuery } from '../api/use-api-query.ts'
import { ButtonLink } from '../kit/links.tsx'
import { Loaded } from '../kit/loaded.tsx'
import { Panel } from '../kit/panel.tsx'
import { useAction } from '../kit/use-action.ts'
import { useCan } from '../session/use-session.ts'
import { Moment } from '../time/moment.tsx'
import { DEPLOYMENT_WORDS as words } from '../words/deployments.ts'

/** The last deployment of a partner, what is new since, and the form that records the next one. */
export function DeploymentsPanel({ partnerId }: { partnerId: string }) {
  const can = useCan()
  const deployments = useApiQuery(listDeployments, { params: { id: partnerId } })
  return (
    <Panel title={words.title}>
      <Text size="sm">{words.text}</Text>
      <Loaded of={deployments}>
        {({ items: [last] }) =>
          last === undefined ? (
            <Text size="sm">{words.none}</Text>
          ) : (
            <Group gap="md">
              <Text size="sm">
                {last.name} · <Moment at={last.at} />
              </Text>
              <ButtonLink
                to="/requests"
                search={{ partnerId, newSinceDeployment: true }}
                size="xs"
                variant="default"
              >
                {words.showNew}
              </ButtonLink>
            </Group>
          )
        }
      </Loaded>
      {can(createDeployment) && <RecordDeployment partnerId={partnerId} />}
    </Panel>
  )
}

function RecordDeployment({ partnerId }: { partnerId: string }) {
  const [name, setName] = useState('')
  const body = { name: name.trim() }
  const create = useAction(() => call(createDeployment, { params: { id: partnerId }, body }), {
    done: (created) => words.recorded(created.name),
    after: () => setName(''),
  })
  return (
    <Group gap="xs" align="flex-end">
      <TextInput
        label={words.name}
        maxLength={100}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <Button
        size="sm"
        disabled={body.name === ''}
        loading={create.isPending}
        onClick={() => create.mutate(undefined)}
      >
        {words.record}
      </Button>
    </Group>
  )
}
