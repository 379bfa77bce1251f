import { routesOf } from '../define-route.ts'
import { Latitude, Like, Longitude, Nullable, Optionals, Pin } from '../shapes/fields.ts'
import { MerchantId, OutletId } from '../shapes/ids.ts'
import { hasPin, outletFields, outletTranslations } from '../shapes/outlet.ts'
import { Type } from '../shapes/type.ts'
import { ById, Changes, IfMatch, Page, PageQuery, SearchQuery, Strict, versionedFields } from './shapes.ts'

const fields = {
  ...outletFields,
  latitude: Nullable(Latitude),
  longitude: Nullable(Longitude),
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
      'Defaults: addressFull, state and postalCode empty, isActive true, no coordinates, no PIN and no translations. Latitude and ' +
      'longitude must both be numbers or both be null.',
    dependentRequired: { latitude: ['longitude'], longitude: ['latitude'] },
  },
)

const defineRoute = routesOf('admin', 'Outlets')

export const createOutlet = defineRoute({
  id: 'createOutlet',
  method: 'POST',
  path: '/admin/merchants/{id}/outlets',
  summary: 'Create an outlet for a merchant',
  params: ById,
  body: NewOutlet,
  responses: { 201: { description: 'Created.', body: AdminOutlet } },
  errors: ['not_found'],
  roles: ['admin', 'merchant'],
  needsRecentProof: { fields: ['pin'] },
})

export const listOutlets = defineRoute({
  id: 'listOutlets',
  method: 'GET',
  path: '/admin/merchants/{id}/outlets',
  summary: 'List a merchant’s outlets, newest first',
  params: ById,
  query: Type.Object({ ...PageQuery, ...SearchQuery }),
  responses: { 200: { description: 'A page of results.', body: Page(AdminOutlet) } },
  errors: ['not_found'],
  roles: ['admin', 'support', 'merchant'],
})

export const getOutlet = defineRoute({
  id: 'getOutlet',
  method: 'GET',
  path: '/admin/outlets/{id}',
  summary: 'Get an outlet',
  params: ById,
  responses: { 200: { description: 'The outlet.', body: AdminOutlet } },
  errors: ['not_found'],
  roles: ['admin', 'support', 'merchant'],
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
  responses: { 200: { description: 'The new PINs, in the order of the request.', body: GeneratedPins } },
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
    'Set pin to null to remove the PIN. Set latitude and longitude to null to remove the coordinates.',
  params: ById,
  headers: IfMatch,
  body: Changes(writable),
  responses: { 200: { description: 'The updated outlet.', body: AdminOutlet } },
  errors: ['not_found', 'version_conflict'],
  roles: ['admin', 'merchant'],
  needsRecentProof: { fields: ['pin'] },
})
