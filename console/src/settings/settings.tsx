import { replaceSignInSettings, viewSignInSettings } from '@counterfoil/contract/admin/settings.ts'
import { ROLES, type Role } from '@counterfoil/contract/define-route.ts'
import { viewFactors } from '@counterfoil/contract/session/factors.ts'
import { Box, Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { call, type ResponseBody } from '../api/call.ts'
import { useApiQuery } from '../api/use-api-query.ts'
import { Confirm } from '../kit/confirm.tsx'
import { Loaded } from '../kit/loaded.tsx'
import { Panel } from '../kit/panel.tsx'
import { PageHeading } from '../list/page-heading.tsx'
import { MaintenancePanel } from '../maintenance/maintenance-panel.tsx'
import { useCan, useSession } from '../session/use-session.ts'
import { Moment } from '../time/moment.tsx'
import { KIT_WORDS } from '../words/kit.ts'
import { ROLE_WORDS } from '../words/roles.ts'
import { listWords, SETTINGS_WORDS as words } from '../words/settings.ts'
import { ROLE_HINTS } from '../words/staff.ts'
import { AlertDestinationsPanel } from './alert-destinations-panel.tsx'
import { ApprovalSettings } from './approval-settings.tsx'
import { StatementSettings } from './statement-settings.tsx'

type Stored = ResponseBody<typeof viewSignInSettings>

export function Settings() {
  return (
    <Box maw={760}>
      <PageHeading title={words.title} />
      <Loaded of={useApiQuery(viewSignInSettings, {})}>
        {(stored) => <SecondFactor key={stored.updatedAt} stored={stored} />}
      </Loaded>
      <ApprovalSettings />
      <StatementSettings />
      <AlertDestinationsPanel />
      <MaintenancePanel />
    </Box>
  )
}

function SecondFactor({ stored }: { stored: Stored }) {
  const can = useCan()
  const [roles, setRoles] = useState<Role[]>(stored.secondFactorRoles)
  const [isAsking, setAsking] = useState(false)
  const mayChange = can(replaceSignInSettings)
  const isChanged = ROLES.some((role) => roles.includes(role) !== stored.secondFactorRoles.includes(role))
  return (
    <Panel title={words.secondFactor}>
      <Text size="sm" c="dimmed">
        {mayChange ? words.intro : words.readOnly}
      </Text>
      <Checkbox.Group
        label={words.roles}
        value={roles}
        onChange={(next) => setRoles(ROLES.filter((role) => next.includes(role)))}
        readOnly={!mayChange}
      >
        <Stack gap="sm" mt="xs">
          {ROLES.map((role) => (
            <Checkbox
              key={role}
              value={role}
              label={ROLE_WORDS[role]}
              description={ROLE_HINTS[role]}
              disabled={!mayChange}
            />
          ))}
        </Stack>
      </Checkbox.Group>
      <Text size="xs" c="dimmed">
        {words.changedAt} <Moment at={stored.updatedAt} />
      </Text>
      {mayChange && (
        <Group gap="sm">
          <Button disabled={!isChanged} onClick={() => setAsking(true)}>
            {words.save}
          </Button>
          {isChanged && (
            <Button variant="default" onClick={() => setRoles(stored.secondFactorRoles)}>
              {KIT_WORDS.discard}
            </Button>
          )}
        </Group>
      )}
      {isAsking && (
        <ConfirmRoles before={stored.secondFactorRoles} after={roles} close={() => setAsking(false)} />
      )}
    </Panel>
  )
}

function ConfirmRoles({ before, after, close }: { before: Role[]; after: Role[]; close: () => void }) {
  const { role: ownRole, method } = useSession()
  const factors = useApiQuery(viewFactors, {})
  const required = after.filter((role) => !before.includes(role))
  const released = before.filter((role) => !after.includes(role))
  const hasFactor = factors.data && (factors.data.totpSince !== null || factors.data.passkeys.length > 0)
  const concernsYou = required.includes(ownRole) && method === 'PASSWORD' && hasFactor === false
  const name = (roles: Role[]) => listWords(roles.map((role) => ROLE_WORDS[role]))
  return (
    <Confirm
      title={words.confirmTitle}
      consequence={
        <Stack gap="xs">
          {required.length > 0 && <div>{words.newlyRequired(name(required))}</div>}
          {concernsYou && <div>{words.yourself}</div>}
          {released.length > 0 && <div>{words.noLongerRequired(name(released))}</div>}
        </Stack>
      }
      action={words.save}
      confirm={() => call(replaceSignInSettings, { body: { secondFactorRoles: after } })}
      done={() => words.saved}
      close={close}
    />
  )
}
