import Type from 'typebox'
import { ById } from './admin-shapes.ts'
import { Count, Like, Nullable, OneOf } from './fields.ts'
import { OutletId } from './ids.ts'
import { outletFields } from './outlet.ts'
import { defineRoute } from './route.ts'

export const MAX_OUTLET_FILE_BYTES = 8 * 1024 * 1024
export const MAX_OUTLET_ROWS = 10_000

const status = OneOf(['new', 'changed', 'unchanged', 'wrong'], { examples: ['changed'] })

export const OutletImportReport = Type.Object(
  {
    dryRun: Type.Boolean({ examples: [true] }),
    totals: Type.Object({ new: Count, changed: Count, unchanged: Count, wrong: Count }),
    rows: Type.Array(
      Type.Object({
        line: Type.Integer({ minimum: 1, description: 'The line in the file.', examples: [2] }),
        status,
        name: Nullable(outletFields.name),
        outletId: Like(Nullable(OutletId), { description: 'Null if the outlet does not exist yet.' }),
        changes: Type.Array(Type.String({ examples: ['addressLine'] }), {
          description: 'The fields that differ from the outlet. A PIN always counts as a change.',
        }),
        issues: Type.Array(
          Type.Object({
            path: Type.String({ description: 'The column; empty for the whole row.', examples: ['/pin'] }),
            message: Type.String({ examples: ['must be exactly 4 digits, 0 to 9'] }),
          }),
          { description: 'What is wrong.' },
        ),
      }),
      { description: 'Every row of the file.' },
    ),
  },
  { title: 'OutletImportReport' },
)

export const importOutlets = defineRoute({
  id: 'importOutlets',
  method: 'POST',
  path: '/admin/merchants/{id}/outlets/import',
  surface: 'admin',
  tag: 'Outlets',
  summary: 'Import a merchant’s outlets from CSV',
  description:
    'The first line names the columns: the fields of a new outlet, in any order. A row whose name is that of an outlet ' +
    'changes it; empty cells change nothing. With dryRun, the response says for each row what would happen. Without it, ' +
    'all rows are written, or none if one is wrong. Up to 10,000 rows and 8 MiB.',
  params: ById,
  query: Type.Object({
    dryRun: Type.Optional(
      Type.Boolean({ description: 'Check and report, but change nothing.', default: false }),
    ),
  }),
  bodyTypes: ['text/csv'],
  bodyLimitBytes: MAX_OUTLET_FILE_BYTES,
  timeoutMs: 10 * 60 * 1000,
  answers: { 200: { description: 'The result for each row.', body: OutletImportReport } },
  errors: ['not_found'],
  roles: ['admin', 'merchant'],
})
