import Type from 'typebox'

/** An id in a consumer path is any string: one that is no uuid names nothing, and is not a bad request. */
export const PathId = Type.String({
  description: 'A uuid.',
  examples: ['01999d54-3a18-7c62-b6e3-91f0a7d2c402'],
})

/** Lists are plain arrays and, unasked, complete; the next page of one that is paged is in the `link` header. */
export const ListQuery = {
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 200,
      description: 'Asks for pages of this size. Without it the list is complete.',
    }),
  ),
  cursor: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 2000,
      description: 'As in the `link` header of the page before. Opaque.',
    }),
  ),
}

export const PAGED = 'The next page, if there is one, is in the `link` header with `rel="next"`.'
