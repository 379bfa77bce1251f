import { Group, Stepper } from '@mantine/core'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import type { Partner } from '../api/records.ts'
import { TestEvent } from '../endpoints/test-event.tsx'
import { ButtonLink } from '../kit/links.tsx'
import { Loading } from '../kit/loading.tsx'
import { PageHeading } from '../list/page-heading.tsx'
import { PARTNER_WORDS as words } from '../words/partners.ts'
import { BrandForm, KeyCheck, KeyForm, ScopeEditor, WebhookForm } from './lazy-forms.ts'
import { PartnerScreen } from './partner-screen.tsx'

const route = getRouteApi('/partners/$id/setup')

const STEPS: { name: string; title: string; content: (partner: Partner) => ReactNode }[] = [
  { name: 'brand', title: words.stepBrand, content: (partner) => <BrandForm partner={partner} /> },
  {
    name: 'keys',
    title: words.stepKeys,
    content: (partner) => (
      <>
        <KeyForm partner={partner} />
        <KeyCheck partner={partner} />
      </>
    ),
  },
  {
    name: 'webhook',
    title: words.stepWebhook,
    content: (partner) => (
      <>
        <WebhookForm partner={partner} />
        <TestEvent partner={partner} />
      </>
    ),
  },
  { name: 'scope', title: words.stepScope, content: (partner) => <ScopeEditor partner={partner} /> },
]

export function PartnerSetup() {
  const { id } = route.useParams()
  return <PartnerScreen id={id}>{(partner) => <Steps partner={partner} />}</PartnerScreen>
}

function Steps({ partner }: { partner: Partner }) {
  const { step } = route.useSearch()
  const navigate = useNavigate()
  const active = Math.max(
    0,
    STEPS.findIndex(({ name }) => name === step),
  )
  const go = (index: number) => void navigate({ to: '.', search: { step: STEPS[index]?.name } as never })
  return (
    <>
      <PageHeading title={words.setupText(partner.name)} />
      <Stepper active={active} onStepClick={go} mb="xl" size="sm" aria-label={words.steps}>
        {STEPS.map(({ name, title }) => (
          <Stepper.Step key={name} label={title} />
        ))}
      </Stepper>
      <Suspense key={active} fallback={<Loading />}>
        {STEPS[active]?.content(partner)}
      </Suspense>
      <Neighbors active={active} id={partner.id} />
    </>
  )
}

function Neighbors({ active, id }: { active: number; id: string }) {
  const [previous, next] = [STEPS[active - 1], STEPS[active + 1]]
  return (
    <Group gap="xs" mt="lg">
      {previous && (
        <ButtonLink to="." search={{ step: previous.name } as never} variant="default">
          {words.previous}
        </ButtonLink>
      )}
      {next ? (
        <ButtonLink to="." search={{ step: next.name } as never}>
          {words.next}
        </ButtonLink>
      ) : (
        <ButtonLink to="/partners/$id" params={{ id }}>
          {words.finish}
        </ButtonLink>
      )}
    </Group>
  )
}
