import { searchRecords } from '@counterfoil/contract/admin/search.ts'
import { Text, Title } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { apiQuery } from '../api/use-api-query.ts'
import { AnchorLink } from '../kit/links.tsx'
import { linkOf } from '../record-search/hit-link.ts'
import { detailOf, titleOf } from '../record-search/hit-words.ts'
import { recentLookUps } from '../session/recent-look-ups.ts'
import { LOOK_UP_WORDS as words } from '../words/look-up-page.ts'

/** The records that were opened last from here, by the names that they have now. */
export function RecentRecords() {
  const recent = recentLookUps()
  const found = useQueries({ queries: recent.map(({ id }) => apiQuery(searchRecords, { query: { q: id } })) })
  const hits = found.flatMap(({ data }, place) => {
    const { type, id } = recent[place] ?? {}
    return data?.items.filter((hit) => hit.type === type && hit.id === id) ?? []
  })
  if (hits.length === 0) return null
  return (
    <section aria-label={words.recent}>
      <Title order={2} size="h4" mb="xs">
        {words.recent}
      </Title>
      <ul className="hits">
        {hits.map((hit) => (
          <li key={hit.id}>
            <AnchorLink to={linkOf(hit)} className="hit" underline="never">
              <Text fw={500} component="span" className="wrap">
                {titleOf(hit)}
              </Text>
              <Text size="sm" c="dimmed" component="span" className="wrap">
                {detailOf(hit)}
              </Text>
            </AnchorLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
