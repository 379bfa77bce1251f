import { createPartner } from '@counterfoil/contract/admin/partners.ts'
import { Group, Tabs } from '@mantine/core'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import type { Partner } from '../api/records.ts'
import { EndpointPanel } from '../endpoints/endpoint-panel.tsx'
import { ButtonLink } from '../kit/links.tsx'
import { Loading } from '../kit/loading.tsx'
import { PageHeading } from '../list/page-heading.tsx'
import { useCan } from '../session/use-session.ts'
import { Moment } from '../time/moment.tsx'
import { PARTNER_WORDS as words } from '../words/partners.ts'
import { DisablePartner } from './disable-partner.tsx'
import { BrandForm, KeyCheck, KeyForm, LimitForm, ScopeEditor, WebhookForm } from './lazy-forms.ts'
import { PartnerHealth } from './partner-health.tsx'
import { PartnerScreen } from './partner-screen.tsx'
import { PartnerState } from './partner-state.tsx'

const route = getRouteApi('/partners/$id')

const TestEvent = lazy(async () => ({ default: (await import('../endpoints/test-event.tsx')).TestEvent }))
const TestTwin = lazy(async () => ({ default: (await import('./test-twin.tsx')).TestTwin }))
const PartnerOutlets = lazy(async () => ({ default: (await import('./partner-outlets.tsx')).PartnerOutlets }))
const SecretPanel = lazy(async () => ({ default: (await import('./secret-panel.tsx')).SecretPanel }))

export function PartnerDetail() {
  const { id } = route.useParams()
  return <PartnerScreen id={id}>{(partner) => <Shown partner={partner} />}</PartnerScreen>
}

function Shown({ partner }: { partner: Partner }) {
  const { id, name, slug, jwtIssuer, createdAt } = partner
  const can = useCan()
  return (
    <>
      <PageHeading
        title={name}
        below={
          <Group gap="sm">
            <PartnerState partner={partner} />
            {[slug, jwtIssuer].join(' · ')}
            <span>
              {words.since} <Moment at={createdAt} />
            </span>
          </Group>
        }
      >
        {can(createPartner) && (
          <>
            <ButtonLink to="/partners/$id/setup" params={{ id }} variant="default" size="sm">
              {words.setup}
            </ButtonLink>
            <DisablePartner partner={partner} />
          </>
        )}
      </PageHeading>
      <Parts partner={partner} />
    </>
  )
}

const TABS = ['health', 'profile', 'keys', 'webhook', 'scope', 'limits', 'outlets', 'sandbox'] as const

function Parts({ partner }: { partner: Partner }) {
  const { tab } = route.useSearch()
  const navigate = useNavigate()
  const open = TABS.find((name) => name === tab) ?? 'health'
  return (
    <Tabs
      value={open}
      onChange={(value) => void navigate({ to: '.', search: { tab: value ?? undefined } as never })}
      keepMounted={false}
    >
      <Tabs.List mb="md" aria-label={words.parts(partner.name)}>
        {TABS.map((name) => (
          <Tabs.Tab key={name} value={name}>
            {words[name]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={open}>
        <Suspense fallback={<Loading />}>{PARTS[open](partner)}</Suspense>
      </Tabs.Panel>
    </Tabs>
  )
}

const PARTS: Record<(typeof TABS)[number], (partner: Partner) => ReactNode> = {
  health: (partner) => <PartnerHealth partner={partner} />,
  profile: (partner) => <BrandForm partner={partner} />,
  keys: (partner) => (
    <>
      <KeyForm partner={partner} />
      <KeyCheck partner={partner} />
      <SecretPanel partner={partner} />
    </>
  ),
  webhook: (partner) => (
    <>
      <WebhookForm partner={partner} />
      <TestEvent partner={partner} />
      <EndpointPanel partner={partner} />
    </>
  ),
  scope: (partner) => <ScopeEditor partner={partner} />,
  limits: (partner) => <LimitForm partner={partner} />,
  outlets: (partner) => <PartnerOutlets partnerId={partner.id} />,
  sandbox: (partner) => <TestTwin partner={partner} />,
}
