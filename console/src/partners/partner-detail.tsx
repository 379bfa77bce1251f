import { createPartner } from '@counterfoil/contract/admin/partners.ts'
import { Group } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { type ComponentProps, lazy } from 'react'
import type { Partner } from '../api/records.ts'
import { EndpointPanel } from '../endpoints/endpoint-panel.tsx'
import { RecordHistory } from '../history/lazy-history.ts'
import { ButtonLink } from '../kit/links.tsx'
import { PageHeading } from '../list/page-heading.tsx'
import { PageTabs } from '../list/page-tabs.tsx'
import { useCan } from '../session/use-session.ts'
import { Moment } from '../time/moment.tsx'
import { HISTORY_WORDS } from '../words/history.ts'
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
      <PageTabs label={words.parts(name)} tabs={tabsOf(partner)} />
    </>
  )
}

function tabsOf(partner: Partner): ComponentProps<typeof PageTabs>['tabs'] {
  return [
    { name: 'health', title: words.health, content: <PartnerHealth partner={partner} /> },
    { name: 'profile', title: words.profile, content: <BrandForm partner={partner} /> },
    {
      name: 'keys',
      title: words.keys,
      content: (
        <>
          <KeyForm partner={partner} />
          <KeyCheck partner={partner} />
          <SecretPanel partner={partner} />
        </>
      ),
    },
    {
      name: 'webhook',
      title: words.webhook,
      content: (
        <>
          <WebhookForm partner={partner} />
          <TestEvent partner={partner} />
          <EndpointPanel partner={partner} />
        </>
      ),
    },
    { name: 'scope', title: words.scope, content: <ScopeEditor partner={partner} /> },
    { name: 'limits', title: words.limits, content: <LimitForm partner={partner} /> },
    { name: 'outlets', title: words.outlets, content: <PartnerOutlets partnerId={partner.id} /> },
    { name: 'sandbox', title: words.sandbox, content: <TestTwin partner={partner} /> },
    {
      name: 'history',
      title: HISTORY_WORDS.title,
      content: <RecordHistory target={`partner:${partner.id}`} />,
    },
  ]
}
