import { getMerchant } from '@counterfoil/contract/admin/merchants.ts'
import { createOutlet } from '@counterfoil/contract/admin/outlets.ts'
import { Box } from '@mantine/core'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { call } from '../api/call.ts'
import type { Merchant } from '../api/records.ts'
import { useApiQuery } from '../api/use-api-query.ts'
import { EditorForm } from '../form/editor-form.tsx'
import { useEditor } from '../form/use-editor.ts'
import { AnchorLink } from '../kit/links.tsx'
import { Loaded } from '../kit/loaded.tsx'
import { notifyDone } from '../kit/notify.ts'
import { PageHeading } from '../list/page-heading.tsx'
import { OUTLET_LABELS } from '../words/outlet-labels.ts'
import { OUTLET_WORDS as words } from '../words/outlets.ts'
import { OutletFields } from './outlet-fields.tsx'
import { NEW_OUTLET, type OutletValues } from './outlet-values.ts'

const route = getRouteApi('/merchants/$id/outlets/new')

export function NewOutlet() {
  const { id } = route.useParams()
  return (
    <Loaded of={useApiQuery(getMerchant, { params: { id } })}>
      {(merchant) => <NewOutletOf merchant={merchant} />}
    </Loaded>
  )
}

function NewOutletOf({ merchant: { id, name, timezone } }: { merchant: Merchant }) {
  const navigate = useNavigate()
  const editor = useEditor({
    draftKey: `outlet:new:${id}`,
    body: createOutlet.body,
    labels: OUTLET_LABELS,
    stored: NEW_OUTLET,
    version: null,
    save: (values) => call(createOutlet, { params: { id }, body: values as OutletValues }),
    saved: (outlet) => {
      notifyDone(words.created(outlet.name))
      void navigate({ to: '/outlets/$id', params: { id: outlet.id } })
    },
    // The outlet exists, without its PIN.
    sent: ({ target }) =>
      void navigate({ to: '/outlets/$id', params: { id: target.slice('outlet:'.length) } }),
  })
  return (
    <Box maw={760}>
      <AnchorLink to="/merchants/$id" params={{ id }} search={{ tab: 'outlets' }} size="sm" lineClamp={1}>
        {words.back(name)}
      </AnchorLink>
      <PageHeading title={words.createTitle(name)} />
      <EditorForm editor={editor} action={words.createAction}>
        <OutletFields editor={editor} merchantZone={timezone} />
      </EditorForm>
    </Box>
  )
}
