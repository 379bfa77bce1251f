import { scheduleVoucher } from '@counterfoil/contract/admin/schedule.ts'
import { getVoucher } from '@counterfoil/contract/admin/vouchers.ts'
import { plainText } from '@counterfoil/contract/markup.ts'
import { Alert, Fieldset, SimpleGrid, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import type { Merchant } from '../api/records.ts'
import { Issue } from '../facts/lazy-issue.tsx'
import { DateField } from '../form/date-field.tsx'
import { EditorForm } from '../form/editor-form.tsx'
import { ReadOnly } from '../form/read-only.tsx'
import { type Editor, useEditor } from '../form/use-editor.ts'
import { notifyDone } from '../kit/notify.ts'
import { useCan } from '../session/use-session.ts'
import { cityOf, describeMoment } from '../time/wall-time.ts'
import { PUBLICATION_WORDS } from '../words/publication.ts'
import { SCHEDULE_LABELS, SCHEDULE_WORDS as words } from '../words/schedule.ts'
import type { FullVoucher } from './voucher-values.ts'

type Times = { publishAt: string | null; unpublishAt: string | null }
type Props = { voucher: FullVoucher; merchant: Merchant }

/** When the voucher is published and unpublished by itself. */
export function ScheduleForm({ voucher, merchant }: Props) {
  const can = useCan()
  const editor = useScheduleEditor(voucher)
  const fields = <Fields voucher={voucher} merchant={merchant} editor={editor} />
  return can(scheduleVoucher) ? (
    <EditorForm editor={editor}>{fields}</EditorForm>
  ) : (
    <ReadOnly>{fields}</ReadOnly>
  )
}

function Fields({ voucher, merchant: { timezone }, editor }: Props & { editor: Editor<Times> }) {
  const field = { of: editor, timeZone: timezone }
  const isPublished = voucher.status === 'PUBLISHED'
  return (
    <Fieldset legend={words.legend}>
      <Stack gap="md">
        <Failure of={voucher} timezone={timezone} />
        <Text size="sm">{words.zoneNote(cityOf(timezone))}</Text>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
          <DateField
            {...field}
            name="publishAt"
            hint={words.publishAtHint}
            lockedBecause={isPublished ? words.isPublished : undefined}
          />
          <DateField {...field} name="unpublishAt" hint={words.unpublishAtHint} />
        </SimpleGrid>
      </Stack>
    </Fieldset>
  )
}

function Failure({ of: { scheduleFailure }, timezone }: { of: FullVoucher; timezone: string }) {
  if (scheduleFailure === null) return null
  const { publishAt, issues } = scheduleFailure
  return (
    <Alert color="red" title={words.failed}>
      {words.failedAt(describeMoment(publishAt, timezone))}
      <ul>
        {issues.map((issue) => (
          <li key={issue.path}>{PUBLICATION_WORDS.items[issue.path]?.unmet ?? <Issue of={issue} />}</li>
        ))}
      </ul>
    </Alert>
  )
}

function useScheduleEditor({ id, version, publishAt, unpublishAt }: FullVoucher): Editor<Times> {
  const queries = useQueryClient()
  return useEditor<Times, FullVoucher>({
    draftKey: `schedule:${id}`,
    body: scheduleVoucher.body,
    labels: SCHEDULE_LABELS,
    stored: { publishAt, unpublishAt },
    version,
    // The route replaces both times.
    save: (_changes, ifMatch, body) =>
      call(scheduleVoucher, { params: { id }, body, ...(ifMatch !== null && { ifMatch }) }),
    reload: async () => {
      const theirs = await call(getVoucher, { params: { id } })
      return {
        stored: { publishAt: theirs.publishAt, unpublishAt: theirs.unpublishAt },
        version: theirs.version,
      }
    },
    saved: (saved) => {
      queries.setQueryData([getVoucher.id, { params: { id } }], saved)
      const isEmpty = saved.publishAt === null && saved.unpublishAt === null
      notifyDone((isEmpty ? words.removed : words.saved)(plainText(saved.title)))
    },
  })
}
