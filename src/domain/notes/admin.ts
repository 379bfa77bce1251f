import * as contract from '@counterfoil/contract/admin/notes.ts'
import { respond, type Serve } from '../../platform/http/serve.ts'
import type { Runtime } from '../../platform/runtime.ts'
import type { Caller } from '../actors/caller.ts'
import { addNote, removeNote, viewNotes } from './notes.ts'

export function notesAdmin(serve: Serve<Caller>, deps: Runtime): void {
  serve(contract.listNotes, async ({ query }, caller) => respond(200, await viewNotes(deps, caller, query)))

  serve(contract.addNote, async ({ body }, caller) => respond(201, await addNote(deps, caller, body)))

  serve(contract.removeNote, async ({ params }, caller) =>
    respond(204, await removeNote(deps, caller, params.id)),
  )
}
