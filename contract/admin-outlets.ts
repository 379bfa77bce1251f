import Type from 'typebox'
import { ById, Changes, IfMatch, Page, PageQuery, Recorded, SearchQuery, Strict } from './admin-shapes.ts'
import { Latitude, Longitude, Nullable, Optionals, Pin } from './fields.ts'
import { MerchantId, OutletId } from './ids.ts'
import { hasPin, outletFields } from './outlet.ts'
import { defineRoute } from './route.ts'

const fields = { ...outletFields, latitude: Nullable(Latitude), longitude: Nullable(Longitude) }
const writable = { ...fields, pin: Nullable(Pin) }

export const AdminOutlet = Type.Object(
  { id: OutletId, merchantId: MerchantId, ...fields, hasPin, ...Recorded },
  { title: 'AdminOutlet' },
)

const { name, addressLine, city, countryCode, ...optional } = writable

export const NewOutlet = Strict(
  { name, addressLine, city, countryCode, ...Optionals(optional) },
  {
    title: 'NewOutlet',
    description:
      'Left out: addressFull, state and postalCode are empty, isActive is true, there is no position ' +
      'and no PIN. Latitude and longitude are both numbers or both null.',
    dependentRequired: { latitude: ['longitude'], longitude: ['latitude'] },
  },
)

const tag = 'Outlets'
const surface = 'admin'

export const createOutlet = defineRoute({
  id: 'createOutlet',
  method: 'POST',
  path: '/admin/merchants/{id}/outlets',
  surface,
  tag,
  summary: 'Create an outlet of a merchant',
  params: ById,
  body: NewOutlet,
  answers: { 201: { description: 'Created.', body: AdminOutlet } },
  errors: ['not_found'],
  roles: ['admin', 'merchant'],
})

export const listOutlets = defineRoute({
  id: 'listOutlets',
  method: 'GET',
  path: '/admin/merchants/{id}/outlets',
  surface,
  tag,
  summary: 'List the outlets of a merchant, newest first',
  params: ById,
  query: Type.Object({ ...PageQuery, ...SearchQuery }),
  answers: { 200: { description: 'A page.', body: Page(AdminOutlet) } },
  errors: ['not_found'],
  roles: ['admin', 'support', 'merchant'],
})

export const getOutlet = defineRoute({
  id: 'getOutlet',
  method: 'GET',
  path: '/admin/outlets/{id}',
  surface,
  tag,
  summary: 'One outlet',
  params: ById,
  answers: { 200: { description: 'The outlet.', body: AdminOutlet } },
  errors: ['not_found'],
  roles: ['admin', 'support', 'merchant'],
})

export const updateOutlet = defineRoute({
  id: 'updateOutlet',
  method: 'PATCH',
  path: '/admin/outlets/{id}',
  surface,
  tag,
  summary: 'Change an outlet',
  description: 'A PIN of null takes the PIN away. A position of null and null takes the position away.',
  params: ById,
  headers: IfMatch,
  body: Changes(writable),
  answers: { 200: { description: 'The outlet as it is now.', body: AdminOutlet } },
  errors: ['not_found', 'version_conflict'],
  roles: ['admin', 'merchant'],
})
