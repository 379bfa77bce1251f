import { getFeatured, getMerchant, putFeatured } from '@counterfoil/contract/admin/merchants.ts'
import { Alert, Box } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { ApiError } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import type { Merchant } from '../api/records.ts'
import { apiQuery, useApiQuery } from '../api/use-api-query.ts'
import { EditorForm } from '../form/editor-form.tsx'
import { isSame } from '../form/field-changes.ts'
import { useEditor } from '../form/use-editor.ts'
import { Empty } from '../kit/empty.tsx'
import { Loaded } from '../kit/loaded.tsx'
import { notifyDone } from '../kit/notify.ts'
import { MerchantSelect } from '../kit/record-select.tsx'
import { PageHeading } from '../list/page-heading.tsx'
import { useCan } from '../session/use-session.ts'
import { joinItems } from '../time/join-items.ts'
import { FEATURED_LABELS, FEATURED_WORDS as words } from '../words/featured.ts'
import { OrderedMerchants } from './ordered-merchants.tsx'

export function FeaturedOrder() {
  const featured = useApiQuery(getFeatured, {})
  return (
    <Box maw={760}>
      <PageHeading title={words.title} below={words.intro} />
      <Loaded of={featured}>
        {({ merchantIds }) => <OrderEditor merchantIds={merchantIds} loadedAt={featured.dataUpdatedAt} />}
      </Loaded>
    </Box>
  )
}

/** The list has no version, so what is stored is compared before it is replaced. */
function OrderEditor({ merchantIds, loadedAt }: { merchantIds: string[]; loadedAt: number }) {
  const can = useCan()
  const load = () => call(getFeatured, {})
  const editor = useEditor<{ merchantIds: string[] }, { merchantIds: string[] }>({
    draftKey: 'featured',
    body: putFeatured.body,
    labels: FEATURED_LABELS,
    stored: { merchantIds },
    version: loadedAt,
    save: async (_, version, values) => {
      if (version === loadedAt && !isSame((await load()).merchantIds, merchantIds))
        throw new ApiError({ code: 'version_conflict' })
      return call(putFeatured, { body: values })
    },
    reload: async () => ({ stored: await load(), version: Date.now() }),
    saved: (saved) => {
      notifyDone(words.saved(saved.merchantIds.length))
    },
    describe: (_, value) => joinItems((value as string[]).map((id) => names.get(id)?.name ?? id)),
  })
  const ids = editor.form.values.merchantIds
  const names = useMerchants([...new Set([...ids, ...merchantIds])])
  const change = (next: string[]) => editor.form.setFieldValue('merchantIds', next)
  const list =
    ids.length === 0 ? (
      <Empty>{words.none}</Empty>
    ) : (
      <OrderedMerchants ids={ids} merchants={names} {...(can(putFeatured) && { change })} />
    )
  if (!can(putFeatured)) {
    return (
      <>
        <Alert mb="md">{words.readOnly}</Alert>
        {list}
      </>
    )
  }
  return (
    <EditorForm editor={editor}>
      <MerchantSelect
        aria-label={words.add}
        placeholder={words.add}
        value={null}
        exclude={ids}
        onChange={(id) => {
          if (id !== null) change([...ids, id])
        }}
        maw={360}
      />
      {list}
    </EditorForm>
  )
}

function useMerchants(ids: string[]): Map<string, Merchant> {
  const loaded = useQueries({ queries: ids.map((id) => apiQuery(getMerchant, { params: { id } })) })
  return new Map(loaded.flatMap(({ data }) => (data ? [[data.id, data]] : [])))
}
