import { Button, Group, Menu } from '@mantine/core'
import { notifyFailed } from '../kit/notify.ts'
import { useSession } from '../session/use-session.ts'
import { STAFF_WORDS as words } from '../words/staff.ts'
import { useSetActive } from './deactivate-person.tsx'
import { createInvite, type Person, type StaffDialog } from './person.ts'

export function PersonMenu({
  person,
  open,
  show,
}: {
  person: Person
  open: (dialog: StaffDialog) => void
  show: () => void
}) {
  const setActive = useSetActive(person)
  const isSelf = useSession().staffId === person.id
  const invite = async () => open({ kind: 'link', link: await createInvite(person) })
  return (
    <Group gap={6} wrap="nowrap">
      <Button size="xs" variant="default" onClick={() => open({ kind: 'edit', person })}>
        {words.changeRole}
      </Button>
      <Menu position="bottom-end" width={220}>
        <Menu.Target>
          <Button size="xs" variant="default" aria-label={words.moreActions(person.name)}>
            ⋯
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={show}>{words.sessionsAndFactors}</Menu.Item>
          {person.isActive ? (
            <>
              <Menu.Item onClick={() => void invite().catch(notifyFailed)}>{words.newLink}</Menu.Item>
              {!person.isInvited && (
                <Menu.Item onClick={() => open({ kind: 'reset', person })}>{words.reset}</Menu.Item>
              )}
              <Menu.Divider />
              <Menu.Item color="red" disabled={isSelf} onClick={() => open({ kind: 'deactivate', person })}>
                {isSelf ? words.notYourself : person.isInvited ? words.revokeInvite : words.deactivate}
              </Menu.Item>
            </>
          ) : (
            <Menu.Item onClick={() => void setActive.mutateAsync({ isActive: true }).catch(notifyFailed)}>
              {words.activate}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
    </Group>
  )
}
