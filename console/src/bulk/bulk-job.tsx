import {
  cancelBulk,
  exportBulkResults,
  getBulk,
  listBulkResults,
} from '@counterfoil/contract/admin/bulk-jobs.ts'
import { Group, Progress, Stack, Text } from '@mantine/core'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { ApiError } from '../api/api-error.ts'
import { addressOf, call, type ResponseBody } from '../api/call.ts'
import { explainWithoutId } from '../api/explain.ts'
import { apiQuery } from '../api/use-api-query.ts'
import { writeIssues } from '../facts/issues.ts'
import { Coded } from '../kit/coded.tsx'
import { AskButton } from '../kit/confirm.tsx'
import { Facts } from '../kit/facts.tsx'
import { BackLink, RecordLink } from '../kit/links.tsx'
import { Loaded } from '../kit/loaded.tsx'
import { optionsOf } from '../kit/options-of.ts'
import { Problem } from '../kit/problem.tsx'
import { StatusDot } from '../kit/status-dot.tsx'
import type { Column } from '../list/data-table.tsx'
import { ExportButton } from '../list/export-button.tsx'
import { ChoiceFilter } from '../list/filter-field.tsx'
import { PageHeading } from '../list/page-heading.tsx'
import { PagedTable } from '../list/paged-table.tsx'
import { queryOf } from '../routing/search.ts'
import { Moment } from '../time/moment.tsx'
import { formatNumber } from '../time/numbers.ts'
import { BULK_OUTCOME_WORDS, BULK_VERBS, BULK_WORDS as words } from '../words/bulk.ts'
import { type Action, screenOf } from './bulk-actions.ts'
import { JobState } from './bulk-list.tsx'

type Job = ResponseBody<typeof getBulk>
type Result = ResponseBody<typeof listBulkResults>['items'][number]

const route = getRouteApi('/bulk/$id')
const LOOK_AGAIN_MS = 1000

/** A job in every state. While it runs, progress and results load again and again. */
export function BulkJob() {
  const { id } = route.useParams()
  const job = useQuery({
    ...apiQuery(getBulk, { params: { id } }),
    refetchInterval: ({ state: { data } }) => (data?.state === 'RUNNING' ? LOOK_AGAIN_MS : false),
  })
  useReloadAtEnd(job.data?.state)
  return (
    <>
      <BackLink to="/bulk">{words.back}</BackLink>
      <Loaded of={job}>{(data) => <JobPage job={data} />}</Loaded>
    </>
  )
}

/** The job has changed records of lists, and the numbers in the menu. */
function useReloadAtEnd(state: Job['state'] | undefined): void {
  const queries = useQueryClient()
  const wasRunning = useRef(false)
  useEffect(() => {
    if (wasRunning.current && state !== 'RUNNING') void queries.invalidateQueries()
    wasRunning.current = state === 'RUNNING'
  }, [state, queries])
}

function JobPage({ job }: { job: Job }) {
  const { id, action, reviewOutcome, startedBy, createdAt, state, total, done, error } = job
  const isRunning = state === 'RUNNING'
  return (
    <>
      <PageHeading
        title={BULK_VERBS[reviewOutcome ?? action]}
        below={
          <>
            {words.startedBy(startedBy)} <Moment at={createdAt} />
          </>
        }
      >
        {isRunning && (
          <AskButton
            title={words.cancelTitle}
            consequence={words.cancelConsequence(total - done)}
            action={words.cancel}
            isDangerous
            confirm={() => call(cancelBulk, { params: { id } })}
            done={() => words.cancelDone}
          />
        )}
      </PageHeading>
      <Stack gap="xl">
        {isRunning && (
          <Stack gap={6}>
            <Progress value={total === 0 ? 0 : (100 * done) / total} aria-label={words.one} />
            <Text size="sm" role="status">
              {words.progress(done, total)} {words.canLeave}
            </Text>
          </Stack>
        )}
        <Problem text={error} />
        <Facts label={words.facts} of={factsOf(job)} />
        <Results job={job} />
      </Stack>
    </>
  )
}

function factsOf({ state, total, succeeded, requested, refused, failed, cancelled }: Job) {
  return [
    { name: words.state, value: <JobState state={state} /> },
    { name: words.total, value: formatNumber(total) },
    { name: words.succeeded, value: formatNumber(succeeded) },
    ...(requested > 0 ? [{ name: words.requested, value: formatNumber(requested) }] : []),
    { name: words.refused, value: formatNumber(refused) },
    ...(failed > 0 ? [{ name: words.failed, value: formatNumber(failed) }] : []),
    ...(cancelled > 0 ? [{ name: words.cancelled, value: formatNumber(cancelled) }] : []),
  ]
}

function Results({ job: { id, action, state } }: { job: Job }) {
  const query = queryOf(listBulkResults, route.useSearch())
  const page = useQuery({
    ...apiQuery(listBulkResults, { params: { id }, query }),
    // The state is a part of the key, so that the last results are loaded when the job has ended.
    queryKey: [listBulkResults.id, id, query, state],
    placeholderData: keepPreviousData,
    refetchInterval: state === 'RUNNING' ? 2 * LOOK_AGAIN_MS : false,
  })
  return (
    <section aria-label={words.results}>
      <Group justify="space-between" mb="md">
        <ChoiceFilter name="outcome" label={words.outcome} choices={optionsOf(BULK_OUTCOME_WORDS)} />
        <ExportButton
          address={addressOf(exportBulkResults, { params: { id }, query: { outcome: query.outcome } })}
        />
      </Group>
      <PagedTable label={words.results} page={page} columns={columnsOf(action)} empty={words.noResults} />
    </section>
  )
}

const TONES = {
  PENDING: 'quiet',
  DONE: 'good',
  REQUESTED: 'quiet',
  REFUSED: 'bad',
  FAILED: 'bad',
  CANCELLED: 'quiet',
} as const

function columnsOf(action: Action): Column<Result>[] {
  const screen = screenOf(action)
  return [
    {
      title: words.record,
      cell: ({ recordId, recordName }) =>
        recordName === null ? recordId : <RecordLink to={screen} id={recordId} name={recordName} />,
    },
    {
      title: words.outcome,
      cell: ({ outcome }) => <StatusDot tone={TONES[outcome]}>{BULK_OUTCOME_WORDS[outcome]}</StatusDot>,
    },
    {
      title: words.why,
      cell: ({ error: code, issues }) =>
        code !== null && (
          <Coded words={explainWithoutId(new ApiError({ code, issues: writeIssues(issues) }))} code={code} />
        ),
    },
    { title: words.doneAt, nowrap: true, cell: ({ doneAt }) => doneAt !== null && <Moment at={doneAt} /> },
  ]
}
