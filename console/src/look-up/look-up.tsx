import { listPartners } from '@counterfoil/contract/admin/partners.ts'
import { SEARCH_TYPES } from '@counterfoil/contract/admin/search.ts'
import { listUsers } from '@counterfoil/contract/admin/users.ts'
import type { Role } from '@counterfoil/contract/define-route.ts'
import { Group, Stack, Text, Title } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { Empty } from '../kit/empty.tsx'
import { AnchorLink, ButtonLink } from '../kit/links.tsx'
import { Loaded } from '../kit/loaded.tsx'
import { FilterField } from '../list/filter-field.tsx'
import { PartnerFilter } from '../list/owner-filters.tsx'
import { PageHeading } from '../list/page-heading.tsx'
import { type Hit, linkOf } from '../record-search/hit-link.ts'
import { detailOf, titleOf } from '../record-search/hit-words.ts'
import { useHits } from '../record-search/use-hits.ts'
import { rememberLookUp } from '../session/recent-look-ups.ts'
import { useCan, useSession } from '../session/use-session.ts'
import { HIT_TYPE_WORDS, LOOK_UP_WORDS as words } from '../words/look-up-page.ts'
import { RecentRecords } from './recent-records.tsx'

const route = getRouteApi('/look-up')

/** One search box over all records that the role may see. */
export function LookUp() {
  const { q = '', partnerId } = route.useSearch()
  const { role, partnerId: ownPartnerId } = useSession()
  const can = useCan()
  return (
    <>
      <PageHeading title={words.title}>
        {can(listUsers) && (
          <ButtonLink to="/users" variant="default">
            {words.allUsers}
          </ButtonLink>
        )}
      </PageHeading>
      <FilterField name="q" label={words.search} isMain />
      <Text size="sm" c="dimmed" mt="xs" mb="md">
        {hintFor(role)}
      </Text>
      {can(listPartners) && ownPartnerId === null && (
        <Group mb="xl">
          <PartnerFilter />
        </Group>
      )}
      {q === '' && <RecentRecords />}
      {q !== '' && <Results q={q} partnerId={partnerId} />}
    </>
  )
}

function hintFor(role: Role): string {
  if (role === 'merchant') return words.hintForMerchant
  return role === 'partner' ? words.hintForPartner : words.hint
}

type Search = { q: string; partnerId: string | undefined }

function Results({ q, partnerId }: Search) {
  const hits = useHits(q, partnerId)
  return (
    <section aria-label={words.results} aria-live="polite" aria-busy={hits.isPlaceholderData}>
      <Loaded of={hits}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty>{words.none(q)}</Empty>
          ) : (
            <Groups items={items} search={{ q, partnerId }} />
          )
        }
      </Loaded>
    </section>
  )
}

function Groups({ items, search }: { items: Hit[]; search: Search }) {
  const groups = SEARCH_TYPES.map((type) => ({ type, hits: items.filter((hit) => hit.type === type) }))
  return (
    <Stack gap="xl">
      {groups
        .filter(({ hits }) => hits.length > 0)
        .map(({ type, hits }) => (
          <section key={type} aria-label={HIT_TYPE_WORDS[type]}>
            <Title order={2} size="h4" mb="xs">
              {HIT_TYPE_WORDS[type]}
            </Title>
            <ul className="hits">
              {hits.map((hit) => (
                <li key={hit.id}>
                  <HitLink hit={hit} />
                </li>
              ))}
            </ul>
            {type === 'user' && hits.length >= MAX_OF_EACH_TYPE && (
              <AnchorLink to="/users" search={search} size="sm">
                {words.moreUsers}
              </AnchorLink>
            )}
          </section>
        ))}
    </Stack>
  )
}

/** The search returns no more than this of each type. */
const MAX_OF_EACH_TYPE = 5

function HitLink({ hit }: { hit: Hit }) {
  return (
    <AnchorLink to={linkOf(hit)} className="hit" underline="never" onClick={() => rememberLookUp(hit)}>
      <Text fw={500} component="span" className="wrap">
        {titleOf(hit)}
      </Text>
      <Text size="sm" c="dimmed" component="span" className="wrap">
        {detailOf(hit)}
      </Text>
    </AnchorLink>
  )
}
