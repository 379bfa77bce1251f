import { Type } from '../shapes/type.ts'

/** Accepts any string: a malformed id in a consumer path answers 404 instead of 400. */
export const PathId = Type.String({
  description: 'A uuid.',
  examples: ['01999d54-3a18-7c62-b6e3-91f0a7d2c402'],
})

export const ListQuery = {
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 200,
      description: 'The page size. Without it, the whole list is returned.',
    }),
  ),
  cursor: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 2000,
      description: 'The opaque cursor from the `link` header of the previous page.',
    }),
  ),
}

export const PAGING_NOTE = 'If there is a next page, the `link` header points to it with `rel="next"`.'
