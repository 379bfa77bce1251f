import { AppShell, Box, Burger, Button, Group, NavLink, Text } from '@mantine/core'
import { useDisclosure, useHotkeys } from '@mantine/hooks'
import { Link, Outlet, useLocation, useMatches } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Mark } from '../kit/mark.tsx'
import { mayCall, useSession } from '../session/use-session.ts'
import { SHELL_WORDS as words } from '../words/app-shell.ts'
import { AccountMenu } from './account-menu.tsx'
import { ApprovalBadge } from './approval-badge.tsx'
import { useBadges } from './badges.ts'
import { keepTyping } from './keep-typing.ts'
import { isInside, type MenuEntry, menuOf } from './menu.ts'
import { NotYours } from './not-found.tsx'

const IS_APPLE = /Mac|iP(?:hone|ad)/.test(navigator.platform)

/** They load on their own, so that the first screen does not wait for them. */
const MaintenanceBanner = lazy(async () => ({
  default: (await import('../maintenance/maintenance-banner.tsx')).MaintenanceBanner,
}))

/** It loads when somebody first opens it. */
const CommandPalette = lazy(async () => ({
  default: (await import('./command-palette.tsx')).CommandPalette,
}))

/** Header, menu and the open screen. */
export function Shell() {
  const { pathname } = useLocation()
  const { role } = useSession()
  const [isMenuOpen, menu] = useDisclosure()
  const main = useRef<HTMLElement>(null)
  const palette = usePalette()
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
      <button type="button" className="skip" onClick={() => main.current?.focus()}>
        {words.skip}
      </button>
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
          <Group gap="xs" wrap="nowrap" miw={0}>
            <Button
              variant="default"
              size="xs"
              onClick={palette.open}
              visibleFrom="xs"
              rightSection={<kbd>{words.searchKeys(IS_APPLE)}</kbd>}
            >
              {words.search}
            </Button>
            <AccountMenu />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="sm" style={{ overflowY: 'auto' }} aria-label={words.areas}>
        <Areas pathname={pathname} />
      </AppShell.Navbar>
      <AppShell.Main ref={main} tabIndex={-1}>
        <Box maw={1240} mx="auto">
          {/* A new screen looks again. */}
          <Suspense>
            <MaintenanceBanner key={pathname} />
          </Suspense>
          {needs && !mayCall(role, needs) ? <NotYours /> : <Outlet />}
        </Box>
      </AppShell.Main>
      <Suspense>
        {palette.openings > 0 && <CommandPalette openings={palette.openings} takeTyped={palette.takeTyped} />}
      </Suspense>
    </AppShell>
  )
}

const MODAL = '[role="dialog"][aria-modal="true"]'

/** The command palette loads with its first opening. What is typed meanwhile is kept for it. */
function usePalette() {
  const [openings, setOpenings] = useState(0)
  const typed = useRef((): string => '')
  const open = () => {
    // The person closes an open dialog first. The open palette is a dialog itself.
    if (document.querySelector(MODAL)) return
    if (openings === 0) typed.current = keepTyping()
    setOpenings((count) => count + 1)
  }
  // The keys also work while somebody types in a search box.
  useHotkeys([['mod+K', open]], [])
  return { openings, open, takeTyped: () => typed.current() }
}

function Areas({ pathname }: { pathname: string }) {
  const { role } = useSession()
  const badges = useBadges()
  return menuOf(role).map(({ title, entries }) => (
    <Box key={title} mb="xs">
      {title !== null && (
        <Text size="xs" fw={600} c="dimmed" px="sm" py={4}>
          {title}
        </Text>
      )}
      {entries.map((entry) => (
        <Area key={entry.to} entry={entry} pathname={pathname} badge={badges[entry.to]} />
      ))}
    </Box>
  ))
}

function Area({ entry, pathname, badge }: { entry: MenuEntry; pathname: string; badge: string | undefined }) {
  const { label, to, search = {}, hasBadge = false } = entry
  const isOpen = isInside(entry, pathname)
  return (
    <NavLink
      component={Link}
      to={to}
      search={search as never}
      label={label}
      py={6}
      active={isOpen}
      rightSection={hasBadge ? <ApprovalBadge /> : badge && <span className="badge">{badge}</span>}
      {...(isOpen && { 'aria-current': 'page' as const })}
    />
  )
}
