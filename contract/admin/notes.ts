import { routesOf } from '../define-route.ts'
import { Text, Timestamp } from '../shapes/fields.ts'
import { NoteId } from '../shapes/ids.ts'
import { Strict } from '../shapes/strict.ts'
import { Type } from '../shapes/type.ts'
import { Actor } from './audit.ts'
import { ById, Page, PageQuery } from './shapes.ts'

export const NOTE_KINDS = ['user', 'redemption', 'merchant'] as const

const target = Type.String({
  pattern: `^(?:${NOTE_KINDS.join('|')}):[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$`,
  description: `a kind and an id (${NOTE_KINDS.join(', ')})`,
  examples: ['user:0199a7f0-6c1e-7b5a-9d43-2f6c1e7b5a9d'],
})
const text = Text(2000, {
  examples: ['Called on Monday. The second redemption was a mistake of the outlet.'],
})

export const Note = Type.Object(
  {
    id: NoteId,
    target,
    text,
    author: Actor,
    createdAt: Timestamp,
    mayRemove: Type.Boolean({ description: 'Authors may remove their notes, admins all.', examples: [true] }),
  },
  { title: 'Note' },
)

const WHO =
  'Notes are for the operator’s own people. A merchant has notes on its own merchant record: it sees those of its own ' +
  'people, and the operator sees all.'

const defineRoute = routesOf('admin', 'Notes')

export const listNotes = defineRoute({
  id: 'listNotes',
  method: 'GET',
  path: '/admin/notes',
  summary: 'List the notes on a record, newest first',
  description: WHO,
  query: Type.Object({ target, ...PageQuery }),
  responses: { 200: { description: 'A page of results.', body: Page(Note) } },
  errors: ['not_found'],
  roles: ['admin', 'support', 'viewer', 'merchant'],
})

export const addNote = defineRoute({
  id: 'addNote',
  method: 'POST',
  path: '/admin/notes',
  summary: 'Add a note to a record',
  description: `Notes about a person are erased with the person. ${WHO}`,
  body: Strict({ target, text }, { title: 'NewNote' }),
  responses: { 201: { description: 'Added.', body: Note } },
  errors: ['not_found'],
  roles: ['admin', 'support', 'merchant'],
})

export const removeNote = defineRoute({
  id: 'removeNote',
  method: 'DELETE',
  path: '/admin/notes/{id}',
  summary: 'Remove a note',
  description: 'Authors may remove their notes, admins all.',
  params: ById,
  responses: { 204: { description: 'Removed.', body: null } },
  errors: ['not_found'],
  roles: ['admin', 'support', 'merchant'],
})
