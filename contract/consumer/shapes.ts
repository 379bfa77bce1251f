import { Latitude, Like, Longitude } from '../shapes/fields.ts'
import { Type } from '../shapes/type.ts'

/** Accepts any string: a malformed id in a consumer path answers 404 instead of 400. */
export const PathId = Type.String({
  description: 'A uuid.',
  examples: ['01999d54-3a18-7c62-b6e3-91f0a7d2c402'],
})

export function Cursor(description: string) {
  return Type.Optional(Type.String({ minLength: 1, maxLength: 2000, description }))
}

export const ListQuery = {
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 200,
      description: 'The page size. Without it, the whole list is returned.',
    }),
  ),
  cursor: Cursor('The opaque cursor from the `link` header of the previous page.'),
}

export const PAGING_NOTE = 'If there is a next page, the `link` header points to it with `rel="next"`.'

export const CategoryQuery = {
  category: Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'Only merchants in this category (its slug).',
      examples: ['F_AND_B'],
    }),
  ),
}

export const PositionQuery = {
  lat: Type.Optional(
    Like(Latitude, { description: 'Latitude of the user. Requires lng, adds distanceMeters.' }),
  ),
  lng: Type.Optional(
    Like(Longitude, { description: 'Longitude of the user. Requires lat, adds distanceMeters.' }),
  ),
}

/** A position has both coordinates. */
export const BOTH_OR_NEITHER = { dependentRequired: { lat: ['lng'], lng: ['lat'] } }
