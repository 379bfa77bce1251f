import { getMerchant } from '@counterfoil/contract/admin/merchants.ts'
import { getOutlet, updateOutlet } from '@counterfoil/contract/admin/outlets.ts'
import { Grid, Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { call } from '../api/call.ts'
import type { Outlet } from '../api/records.ts'
import { useApiQuery } from '../api/use-api-query.ts'
import { PendingRequests } from '../approvals/pending-requests.tsx'
import { EditorForm } from '../form/editor-form.tsx'
import { fieldsLike } from '../form/field-changes.ts'
import { ReadOnly } from '../form/read-only.tsx'
import { useEditor } from '../form/use-editor.ts'
import { HistoryPanel } from '../history/lazy-history.ts'
import { ActiveDot } from '../kit/active-dot.tsx'
import { AnchorLink } from '../kit/links.tsx'
import { Loaded } from '../kit/loaded.tsx'
import { notifyDone } from '../kit/notify.ts'
import { PageHeading } from '../list/page-heading.tsx'
import { useCan } from '../session/use-session.ts'
import { OUTLET_LABELS } from '../words/outlet-labels.ts'
import { OUTLET_WORDS as words } from '../words/outlets.ts'
import { OutletFields } from './outlet-fields.tsx'
import { describeOutletValue, NEW_OUTLET } from './outlet-values.ts'
import { PinPanel } from './pin-panel.tsx'

const route = getRouteApi('/outlets/$id')
/** Most outlets redeem by PIN only. */
const DevicePanel = lazy(async () => ({ default: (await import('./device-panel.tsx')).DevicePanel }))

export function OutletDetail() {
  const { id } = route.useParams()
  return (
    <Loaded of={useApiQuery(getOutlet, { params: { id } })}>
      {(outlet) => <OutletPage key={id} outlet={outlet} />}
    </Loaded>
  )
}

function OutletPage({ outlet }: { outlet: Outlet }) {
  const merchant = useApiQuery(getMerchant, { params: { id: outlet.merchantId } })
  const can = useCan()
  return (
    <>
      <AnchorLink
        to="/merchants/$id"
        params={{ id: outlet.merchantId }}
        search={{ tab: 'outlets' }}
        size="sm"
        lineClamp={1}
      >
        {words.back(merchant.data?.name ?? words.title)}
      </AnchorLink>
      <PageHeading title={outlet.name} below={<ActiveDot isActive={outlet.isActive} />} />
      <PendingRequests target={`outlet:${outlet.id}`} />
      <Grid gap="xl">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <OutletProfile
            outlet={outlet}
            merchantZone={merchant.data?.timezone}
            canChange={can(updateOutlet)}
          />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }} order={{ base: -1, md: 2 }}>
          <Stack gap="md">
            {outlet.redeemBy !== 'QR' && <PinPanel outlet={outlet} canChange={can(updateOutlet)} />}
            {outlet.redeemBy !== 'PIN' && (
              <Suspense fallback={null}>
                <DevicePanel outletId={outlet.id} />
              </Suspense>
            )}
          </Stack>
        </Grid.Col>
      </Grid>
      <Suspense fallback={null}>
        <HistoryPanel target={`outlet:${outlet.id}`} />
      </Suspense>
    </>
  )
}

function OutletProfile({
  outlet,
  merchantZone,
  canChange,
}: {
  outlet: Outlet
  merchantZone: string | undefined
  canChange: boolean
}) {
  const queries = useQueryClient()
  const { id } = outlet
  const editor = useEditor({
    draftKey: `outlet:${id}`,
    body: updateOutlet.body,
    labels: OUTLET_LABELS,
    stored: fieldsLike(NEW_OUTLET, outlet),
    version: outlet.version,
    describe: describeOutletValue,
    save: (changes, version, { latitude, longitude }) => {
      // The service takes both coordinates or neither.
      const moves = 'latitude' in changes || 'longitude' in changes
      const body = { ...changes, ...(moves && { latitude, longitude }) }
      return call(updateOutlet, { params: { id }, body, ...(version !== null && { ifMatch: version }) })
    },
    reload: async () => {
      const theirs = await call(getOutlet, { params: { id } })
      return { stored: fieldsLike(NEW_OUTLET, theirs), version: theirs.version }
    },
    saved: (saved) => {
      queries.setQueryData([getOutlet.id, { params: { id } }], saved)
      notifyDone(words.saved(saved.name))
    },
  })
  if (!canChange) {
    return (
      <ReadOnly>
        <OutletFields editor={editor} merchantZone={merchantZone} />
      </ReadOnly>
    )
  }
  return (
    <EditorForm editor={editor}>
      <OutletFields editor={editor} merchantZone={merchantZone} />
    </EditorForm>
  )
}
