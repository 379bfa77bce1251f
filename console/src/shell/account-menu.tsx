import { Button, type MantineColorScheme, Menu, Text, useMantineColorScheme } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { notifyFailed } from '../kit/notify.ts'
import { useSession } from '../session/use-session.ts'
import { endSession } from '../sign-in/session-tabs.ts'
import { setZoneChoice, useZoneChoice, ZONE_CHOICES, type ZoneChoice } from '../time/time-zone.ts'
import { SHELL_WORDS as words, ZONE_WORDS } from '../words/app-shell.ts'
import { ROLE_WORDS } from '../words/roles.ts'

const SCHEMES = [
  { value: 'light', label: words.light },
  { value: 'dark', label: words.dark },
  { value: 'auto', label: words.system },
] as const

/** Who is signed in, time zone, colors, sign-out. */
export function AccountMenu() {
  const session = useSession()
  const zone = useZoneChoice()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <Menu position="bottom-end" width={240} keepMounted={false}>
      <Menu.Target>
        <Button variant="default" size="xs" maw="12rem" aria-label={`${words.account}: ${session.name}`}>
          {session.name}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text size="xs" className="wrap">
            {session.email} · {ROLE_WORDS[session.role]}
          </Text>
        </Menu.Label>
        <Menu.Divider />
        <Menu.Label>{words.timeZone}</Menu.Label>
        <Menu.RadioGroup value={zone} onChange={(choice) => setZoneChoice(choice as ZoneChoice)}>
          {ZONE_CHOICES.map((choice) => (
            <Menu.RadioItem key={choice} value={choice}>
              {ZONE_WORDS[choice]}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Label>{words.lightOrDark}</Menu.Label>
        <Menu.RadioGroup
          value={colorScheme}
          onChange={(scheme) => setColorScheme(scheme as MantineColorScheme)}
        >
          {SCHEMES.map(({ value, label }) => (
            <Menu.RadioItem key={value} value={value}>
              {label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item component={Link} to="/account">
          {words.account}
        </Menu.Item>
        <Menu.Item onClick={() => void endSession().catch(notifyFailed)}>{words.signOut}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
