import type { TSchema } from 'typebox'
import { Count, Like, Nullable, OneOf, Text, Timestamp } from '../shapes/fields.ts'
import { Type } from '../shapes/type.ts'

/** The fields of every import that the service writes in the background. */
export function importFields<Id extends TSchema>(id: Id, fileName: string) {
  return {
    id,
    fileName: Text(200, { examples: [fileName] }),
    startedBy: Type.String({ description: 'Who started it.', examples: ['Aina Rahman'] }),
    state: OneOf(['RUNNING', 'DONE', 'FAILED'], { examples: ['RUNNING'] }),
    total: Like(Count, { description: 'The rows of the file.', examples: [10_000] }),
    done: Like(Count, {
      description: 'The rows that have been handled, in the order of the file.',
      examples: [4200],
    }),
    createdAt: Timestamp,
    finishedAt: Like(Nullable(Timestamp), { examples: [null] }),
    error: Like(Nullable(Type.String()), {
      description:
        'Why the import ended before its last row; null unless it failed. Rows that were written stay.',
      examples: [null],
    }),
  }
}
