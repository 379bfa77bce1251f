import { routesOf } from '../define-route.ts'
import { Latitude, Like, Longitude, Nullable, Optionals, Pin, Timezone } from '../shapes/fields.ts'
import { MerchantId, OutletId } from '../shapes/ids.ts'
import { OpeningHours } from '../shapes/opening-hours.ts'
import { hasPin, outletFields, outletTranslations, redeemBy } from '../shapes/outlet.ts'
import { Strict } from '../shapes/strict.ts'
import { Type } from '../shapes/type.ts'
import { Approval, SENT_FOR_APPROVAL } from './approvals.ts'
import {
  ById,
  Changes,
  CountedPage,
  CsvFile,
  IfMatch,
  SearchQuery,
  SortedQuery,
  SortQuery,
  versionedFields,
} from './shapes.ts'

const fields = {
  ...outletFields,
  latitude: Nullable(Latitude),
  longitude: Nullable(Longitude),
  timezone: Nullable(
    Like(Timezone, { description: 'The IANA time zone of the opening hours. Null: that of the merchant.' }),
  ),
  openingHours: Nullable(OpeningHours),
  redeemBy,
  translations: outletTranslations,
}
const writable = { ...fields, pin: Nullable(Pin) }

export const AdminOutlet = Type.Object(
  { id: OutletId, merchantId: MerchantId, ...fields, hasPin, ...versionedFields },
  { title: 'AdminOutlet' },
)

const { name, addressLine, city, countryCode, ...optional } = writable

export const NewOutlet = Strict(
  { name, addressLine, city, countryCode, ...Optionals(optional) },
  {
    title: 'NewOutlet',
    description:
      'Defaults: addressFull, state and postalCode empty, isActive true, no coordinates, no PIN, redeemBy PIN, no time zone of ' +
      'its own, no opening hours and no translations. Latitude and longitude must both be numbers or both be null.',
    dependentRequired: { latitude: ['longitude'], longitude: ['latitude'] },
  },
)

export const OUTLET_SORTS = ['-createdAt', 'createdAt', 'name', '-name', 'city', '-city'] as const

const defineRoute = routesOf('admin', 'Outlets')

export const createOutlet = defineRoute({
  id: 'createOutlet',
  method: 'POST',
  path: '/admin/merchants/{id}/outlets',
  summary: 'Create an outlet for a merchant',
  params: ById,
  body: NewOutlet,
  responses: {
    201: { description: 'Created.', body: AdminOutlet },
    202: {
      description:
        'PINs need approval: the outlet was created without its PIN, and `target` names it. A second person approves the PIN.',
      body: Approval,
    },
  },
  errors: ['not_found'],
  roles: ['admin', 'merchant'],
  needsRecentProof: { fields: ['pin'] },
})

export const listOutlets = defineRoute({
  id: 'listOutlets',
  method: 'GET',
  path: '/admin/merchants/{id}/outlets',
  summary: 'List a merchant’s outlets',
  params: ById,
  query: Type.Object({ ...SearchQuery, ...SortedQuery(...OUTLET_SORTS) }),
  responses: { 200: { description: 'A page of results.', body: CountedPage(AdminOutlet) } },
  errors: ['not_found'],
  roles: ['admin', 'support', 'viewer', 'merchant'],
})

export const exportOutlets = defineRoute({
  id: 'exportOutlets',
  method: 'GET',
  path: '/admin/merchants/{id}/outlets.csv',
  summary: 'Export a merchant’s outlets as CSV',
  description:
    'Streams all outlets that match the search, after a header line. It says whether an outlet has a PIN, never the ' +
    'PIN. Text is quoted, and gets an apostrophe where a spreadsheet would read it as a formula.',
  params: ById,
  query: Type.Object({ ...SearchQuery, ...SortQuery(...OUTLET_SORTS) }),
  timeoutMs: 60 * 60 * 1000,
  responses: {
    200: CsvFile(
      'id,name,addressLine,city,countryCode,isActive,hasPin',
      '01999d58-77c4-7e0d-a2b9-4d8e16f35b03,Kopi Corner Suria,Jalan Ampang,Kuala Lumpur,MY,true,true',
    ),
  },
  errors: ['not_found'],
  roles: ['admin', 'support', 'viewer', 'merchant'],
})

export const getOutlet = defineRoute({
  id: 'getOutlet',
  method: 'GET',
  path: '/admin/outlets/{id}',
  summary: 'Get an outlet',
  params: ById,
  responses: { 200: { description: 'The outlet.', body: AdminOutlet } },
  errors: ['not_found'],
  roles: ['admin', 'support', 'viewer', 'merchant'],
})

/** Per request. */
export const MAX_GENERATED_PINS = 500

export const GeneratedPins = Type.Object(
  {
    items: Type.Array(
      Type.Object({
        outletId: OutletId,
        name: outletFields.name,
        pin: Like(Pin, { description: 'Shown only once.' }),
      }),
    ),
  },
  { title: 'GeneratedPins' },
)

export const generatePins = defineRoute({
  id: 'generatePins',
  method: 'POST',
  path: '/admin/merchants/{id}/outlets/pins',
  summary: 'Generate new PINs for outlets',
  description:
    'Replaces the PINs of all these outlets, or of none. The response shows them once. The old PINs stop working ' +
    'immediately.',
  params: ById,
  body: Strict(
    { outletIds: Type.Array(OutletId, { minItems: 1, maxItems: MAX_GENERATED_PINS, uniqueItems: true }) },
    { title: 'GeneratePinsRequest' },
  ),
  responses: {
    200: { description: 'The new PINs, in the order of the request.', body: GeneratedPins },
    202: {
      description:
        'PINs need approval. These are shown only now, and they replace the old ones when a second person approves them.',
      body: Type.Object(
        { ...Approval.properties, ...GeneratedPins.properties },
        { title: 'GeneratedPinsSentForApproval' },
      ),
    },
  },
  errors: ['not_found'],
  roles: ['admin', 'merchant'],
  needsRecentProof: true,
})

export const updateOutlet = defineRoute({
  id: 'updateOutlet',
  method: 'PATCH',
  path: '/admin/outlets/{id}',
  summary: 'Update an outlet',
  description:
    'Set pin to null to remove the PIN. Set latitude and longitude to null to remove the coordinates. `openingHours` ' +
    'replaces all hours and exceptions. If isActive becomes false or redeemBy becomes PIN, all devices of the outlet end.',
  params: ById,
  headers: IfMatch,
  body: Changes(writable),
  responses: { 200: { description: 'The updated outlet.', body: AdminOutlet }, 202: SENT_FOR_APPROVAL },
  errors: ['not_found', 'version_conflict'],
  roles: ['admin', 'merchant'],
  needsRecentProof: { fields: ['pin'] },
})
