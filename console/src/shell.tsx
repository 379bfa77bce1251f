import { AppShell, Box, Burger, Button, Group, NavLink, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useEffect } from 'react'
import { AuditList } from './audit/audit-list.tsx'
import { useAddress } from './location.ts'
import { Mark } from './mark.tsx'
import { MerchantDetail } from './merchants/merchant-detail.tsx'
import { MerchantList } from './merchants/merchant-list.tsx'
import { PartnerList } from './partners/partner-list.tsx'
import { type Screen, screenAt, screens } from './screens.ts'

const AREAS: { label: string; href: string; holds: Screen['name'][] }[] = [
  { label: 'Partners', href: screens.partners(), holds: ['partners'] },
  { label: 'Merchants', href: screens.merchants(), holds: ['merchants', 'merchant'] },
  { label: 'Audit', href: screens.audit(), holds: ['audit'] },
]

export function Shell({ signOut }: { signOut: () => void }) {
  const { pathname } = useAddress()
  const screen = screenAt(pathname)
  const [menuOpen, menu] = useDisclosure()
  const area = AREAS.find(({ holds }) => holds.includes(screen.name))

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new screen closes the menu that led to it
  useEffect(menu.close, [pathname])
  useEffect(() => {
    document.title = `${area?.label ?? 'Not found'} · Counterfoil console`
  }, [area?.label])

  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 200, breakpoint: 'sm', collapsed: { mobile: !menuOpen } }}
      padding={{ base: 'md', sm: 'xl' }}
    >
      <AppShell.Header>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap">
            <Burger opened={menuOpen} onClick={menu.toggle} hiddenFrom="sm" size="sm" aria-label="Menu" />
            <Mark />
          </Group>
          <Button variant="default" size="xs" onClick={signOut}>
            Sign out
          </Button>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="sm" aria-label="Areas">
        {AREAS.map(({ label, href }) => (
          <NavLink
            key={href}
            href={href}
            label={label}
            active={label === area?.label}
            {...(label === area?.label && { 'aria-current': 'page' as const })}
          />
        ))}
      </AppShell.Navbar>
      <AppShell.Main>
        <Box maw={1200}>
          <ScreenContent screen={screen} />
        </Box>
      </AppShell.Main>
    </AppShell>
  )
}

function ScreenContent({ screen }: { screen: Screen }) {
  switch (screen.name) {
    case 'partners':
      return <PartnerList />
    case 'merchants':
      return <MerchantList />
    case 'merchant':
      return <MerchantDetail key={screen.id} id={screen.id} />
    case 'audit':
      return <AuditList />
    case 'nowhere':
      return (
        <>
          <Title order={1} size="h2">
            Nothing here
          </Title>
          <Text c="dimmed">This page doesn’t exist. Choose one from the menu.</Text>
        </>
      )
  }
}
