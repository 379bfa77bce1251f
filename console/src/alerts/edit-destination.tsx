import {
  createAlertDestination,
  getAlertDestination,
  type listAlertDestinations,
  updateAlertDestination,
} from '@counterfoil/contract/admin/alert-destinations.ts'
import { call, type ResponseBody } from '../api/call.ts'
import { EditorForm } from '../form/editor-form.tsx'
import { useEditor } from '../form/use-editor.ts'
import { Dialog } from '../kit/dialog.tsx'
import { notifyDone } from '../kit/notify.ts'
import { useSession } from '../session/use-session.ts'
import { LANGUAGE } from '../time/language.ts'
import { useTimeZone } from '../time/time-zone.ts'
import { DESTINATION_LABELS, DESTINATION_WORDS as words } from '../words/alert-destinations.ts'
import { bodyOf, DestinationFields, type DestinationValues } from './destination-fields.tsx'

export type Destination = ResponseBody<typeof listAlertDestinations>['items'][number]

const { name, timezone } = createAlertDestination.body.properties
/** The limits of the fields of text. The service checks the others. */
const BODY = { properties: { name, timezone }, required: ['name'] }

export function NewDestination({
  created,
  close,
}: {
  created: (secret: string | null) => void
  close: () => void
}) {
  const zone = useTimeZone()
  const { role, merchantIds } = useSession()
  const hasMerchants = (merchantIds?.length ?? 0) > 1
  const filters = role === 'admin' ? 'any' : hasMerchants ? 'merchant' : 'none'
  const stored: DestinationValues = {
    ...{ name: '', kind: 'EMAIL', url: '', addresses: [], alertKinds: [], merchantId: null, partnerId: null },
    ...{ timing: 'AT_ONCE', language: LANGUAGE, timezone: zone, quietFrom: '', quietUntil: '' },
  }
  const editor = useEditor({
    draftKey: 'alert-destination:new',
    body: BODY,
    labels: DESTINATION_LABELS,
    stored,
    version: null,
    save: (_, __, all) => {
      const { merchantId = null, partnerId = null, ...body } = bodyOf(all)
      const filter = { any: { merchantId, partnerId }, merchant: { merchantId }, none: {} }[filters]
      return call(createAlertDestination, { body: { ...body, ...filter } })
    },
    saved: ({ secret }) => {
      close()
      created(secret)
    },
  })
  return (
    <Dialog onClose={close} title={words.createTitle}>
      <EditorForm editor={editor} action={words.createAction}>
        <DestinationFields editor={editor} filters={filters} />
      </EditorForm>
    </Dialog>
  )
}

export function EditDestination({ destination, close }: { destination: Destination; close: () => void }) {
  const { id, owner, version } = destination
  const { role } = useSession()
  const hasFilter = role === 'admin' && owner === 'OPERATOR'
  const editor = useEditor({
    draftKey: `alert-destination:${id}`,
    body: BODY,
    labels: DESTINATION_LABELS,
    stored: valuesOf(destination),
    version,
    save: (_, base, all) => {
      const { kind: _kind, merchantId, partnerId, ...changes } = bodyOf(all)
      const filter = { merchantId: merchantId ?? null, partnerId: partnerId ?? null }
      return call(updateAlertDestination, {
        params: { id },
        body: { ...changes, ...(hasFilter && filter) },
        ...(base !== null && { ifMatch: base }),
      })
    },
    reload: async () => {
      const newest = await call(getAlertDestination, { params: { id } })
      return { stored: valuesOf(newest), version: newest.version }
    },
    saved: () => {
      close()
      notifyDone(words.saved)
    },
  })
  return (
    <Dialog onClose={close} title={words.editTitle}>
      <EditorForm editor={editor}>
        <DestinationFields editor={editor} filters={hasFilter ? 'any' : 'none'} />
      </EditorForm>
    </Dialog>
  )
}

function valuesOf({
  name: called,
  kind,
  addresses,
  alertKinds,
  merchantId,
  partnerId,
  timing,
  language,
  timezone: zone,
  quietHours,
}: Destination): DestinationValues {
  return {
    ...{ name: called, kind, url: '', addresses: addresses ?? [], alertKinds: alertKinds ?? [] },
    ...{ merchantId, partnerId, timing, language, timezone: zone },
    ...{ quietFrom: quietHours?.from ?? '', quietUntil: quietHours?.until ?? '' },
  }
}
