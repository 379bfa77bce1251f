import { AppShell, Box, Burger, Button, Group, NavLink } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { spotlight } from '@mantine/spotlight'
import { Link, Outlet, useLocation, useMatches } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Mark } from '../mark.tsx'
import { mayCall, useSession } from '../session/use-session.ts'
import { SHELL_WORDS as words } from '../words/shell.ts'
import { AccountMenu } from './account-menu.tsx'
import { CommandPalette } from './command-palette.tsx'
import { menuOf } from './menu.ts'
import { NotYours } from './not-found.tsx'

/** Header, menu and the open screen. */
export function Shell() {
  const { pathname } = useLocation()
  const { role } = useSession()
  const [isMenuOpen, menu] = useDisclosure()
  const { title, needs } = useMatches().at(-1)?.staticData ?? {}

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new screen closes the menu that led to it
  useEffect(menu.close, [pathname])
  useEffect(() => {
    document.title = words.documentTitle(title ?? words.notFoundTitle)
  }, [title])

  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 208, breakpoint: 'sm', collapsed: { mobile: !isMenuOpen } }}
      padding={{ base: 'md', sm: 'xl' }}
    >
      <AppShell.Header>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap" gap="xs">
          <Group gap="sm" wrap="nowrap">
            <Burger
              opened={isMenuOpen}
              onClick={menu.toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label={words.menu}
            />
            <Mark />
          </Group>
          <Group gap="xs" wrap="nowrap" className="header-tools">
            <Button
              variant="default"
              size="xs"
              onClick={spotlight.open}
              visibleFrom="xs"
              rightSection={<kbd>⌘K</kbd>}
            >
              {words.search}
            </Button>
            <AccountMenu />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="sm" aria-label={words.areas}>
        <Areas pathname={pathname} />
      </AppShell.Navbar>
      <AppShell.Main>
        <Box maw={1240} mx="auto">
          {needs && !mayCall(role, needs) ? <NotYours /> : <Outlet />}
        </Box>
      </AppShell.Main>
      <CommandPalette />
    </AppShell>
  )
}

function Areas({ pathname }: { pathname: string }) {
  const { role } = useSession()
  return menuOf(role).map(({ label, to }) => {
    const isOpen = pathname === to || pathname.startsWith(`${to}/`)
    return (
      <NavLink
        key={to}
        component={Link}
        to={to}
        label={label}
        active={isOpen}
        {...(isOpen && { 'aria-current': 'page' as const })}
      />
    )
  })
}
