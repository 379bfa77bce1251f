import { getPartner } from '@counterfoil/contract/admin/partners.ts'
import { useApiQuery } from '../api/use-api-query.ts'
import { ButtonLink } from '../kit/links.tsx'
import { Loaded } from '../kit/loaded.tsx'
import { PageHeading } from '../list/page-heading.tsx'
import { PartnerHealth } from '../partners/partner-health.tsx'
import { SecretPanel } from '../partners/secret-panel.tsx'
import { TestTwin } from '../partners/test-twin.tsx'
import { useSession } from '../session/use-session.ts'
import { INTEGRATION_WORDS as words } from '../words/integration.ts'

export function IntegrationHealth() {
  const { partnerId } = useSession()
  const partner = useApiQuery(getPartner, { params: { id: partnerId ?? '' } })
  return (
    <Loaded of={partner}>
      {(data) => (
        <>
          <PageHeading title={words.title} below={data.name}>
            <ButtonLink
              to="/partners/$id"
              params={{ id: data.id }}
              search={{ tab: 'outlets' }}
              variant="default"
              size="sm"
            >
              {words.outlets}
            </ButtonLink>
            <ButtonLink to="/partners/$id" params={{ id: data.id }} variant="default" size="sm">
              {words.settings}
            </ButtonLink>
          </PageHeading>
          <PartnerHealth partner={data} />
          <TestTwin partner={data} />
          <SecretPanel partner={data} />
        </>
      )}
    </Loaded>
  )
}
