import { viewStatementSettings } from '@counterfoil/contract/admin/statements.ts'
import { Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useApiQuery } from '../api/use-api-query.ts'
import { Empty } from '../kit/empty.tsx'
import { AnchorLink } from '../kit/links.tsx'
import { Loaded } from '../kit/loaded.tsx'
import { lastMonth } from '../time/month.ts'
import { STATEMENT_WORDS as words } from '../words/statements.ts'
import { loadPapers, MAX_ROWS, type Papers } from './all-rows.ts'
import { type Issuer, StatementPaper } from './statement-paper.tsx'

const route = getRouteApi('/statements/paper')

/** Statements as they are printed, one per merchant and partner, each on its own sheets. */
export function PrintPage() {
  const search = route.useSearch()
  const { month = lastMonth(new Date()), merchantId, partnerId } = search
  const filter = { month, ...(merchantId && { merchantId }), ...(partnerId && { partnerId }) }
  const settings = useApiQuery(viewStatementSettings, {})
  const papers = useQuery({ queryKey: ['statement papers', filter], queryFn: () => loadPapers(filter) })
  return (
    <>
      <Group justify="space-between" mb="md" className="screen-only">
        <AnchorLink to="/statements" search={filter} size="sm">
          {words.back}
        </AnchorLink>
        <Button onClick={() => window.print()}>{words.print}</Button>
      </Group>
      <Loaded of={settings}>
        {({ issuer }) => (
          <Loaded of={papers}>
            {(loaded) =>
              loaded === null ? (
                <Empty>{words.tooManyRows(MAX_ROWS)}</Empty>
              ) : (
                <Sheets papers={loaded} issuer={issuer} />
              )
            }
          </Loaded>
        )}
      </Loaded>
    </>
  )
}

function Sheets({ papers: { papers, ...month }, issuer }: { papers: Papers; issuer: Issuer }) {
  if (papers.length === 0) return <Empty>{words.none}</Empty>
  return (
    <>
      {issuer.name === null && (
        <Text size="sm" c="dimmed" mb="md" className="screen-only">
          {words.noIssuer}
        </Text>
      )}
      {papers.map((paper) => {
        const [{ merchantId, partnerId }] = paper.rows
        return (
          <StatementPaper key={`${merchantId} ${partnerId}`} paper={paper} month={month} issuer={issuer} />
        )
      })}
    </>
  )
}
