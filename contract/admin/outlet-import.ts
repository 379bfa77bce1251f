import { routesOf } from '../define-route.ts'
import { Issue } from '../error-body.ts'
import { Count, Like, Nullable, OneOf } from '../shapes/fields.ts'
import { ApprovalId, MerchantId, OutletId, OutletImportId } from '../shapes/ids.ts'
import { outletFields } from '../shapes/outlet.ts'
import { Type } from '../shapes/type.ts'
import { Approval } from './approvals.ts'
import { importFields } from './background-import.ts'
import { ById, Page, PageQuery } from './shapes.ts'

export const MAX_OUTLET_FILE_BYTES = 8 * 1024 * 1024
export const MAX_OUTLET_ROWS = 10_000

const status = OneOf(['new', 'changed', 'unchanged', 'wrong'], { examples: ['changed'] })

const rowFields = {
  line: Type.Integer({ minimum: 1, description: 'The line in the file.', examples: [2] }),
  status,
  name: Nullable(outletFields.name),
  outletId: Like(Nullable(OutletId), { description: 'Null if the outlet does not exist yet.' }),
  changes: Type.Array(Type.String({ examples: ['addressLine'] }), {
    description: 'The fields that differ from the outlet. A PIN always counts as a change.',
  }),
  issues: Type.Array(Issue, { description: 'What is wrong.' }),
}

export const OutletImportReport = Type.Object(
  {
    dryRun: Type.Boolean({ examples: [true] }),
    totals: Type.Object({ new: Count, changed: Count, unchanged: Count, wrong: Count }),
    rows: Type.Array(Type.Object(rowFields), { description: 'Every row of the file.' }),
  },
  { title: 'OutletImportReport' },
)

export const OutletImport = Type.Object(
  {
    ...importFields(OutletImportId, 'outlets.csv'),
    merchantId: MerchantId,
    written: Like(Count, { description: 'The outlets that were created or changed.', examples: [4180] }),
    wrong: Like(Count, { description: 'The rows that are left out.', examples: [37] }),
    approvalId: Like(Nullable(ApprovalId), {
      description:
        'The request for the PINs of the file, if they need approval; null otherwise, and until the end.',
      examples: [null],
    }),
  },
  { title: 'OutletImport', description: 'An import of outlets that the service writes in the background.' },
)

export const OutletImportDetail = Type.Object(
  {
    ...OutletImport.properties,
    rows: Type.Array(Type.Object({ ...rowFields, isWritten: Type.Boolean({ examples: [false] }) }), {
      description: 'Every row of the file.',
    }),
  },
  { title: 'OutletImportDetail' },
)

const defineRoute = routesOf('admin', 'Outlets')

export const importOutlets = defineRoute({
  id: 'importOutlets',
  method: 'POST',
  path: '/admin/merchants/{id}/outlets/import',
  summary: 'Import a merchant’s outlets from CSV',
  description:
    'The first line names the columns: the fields of a new outlet, in any order. A row with the name of an ' +
    'existing outlet changes that outlet; empty cells change nothing. With dryRun, the response says for each ' +
    'row what would happen. Without it, ' +
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
  responses: {
    200: { description: 'The result for each row.', body: OutletImportReport },
    202: {
      description:
        'PINs need approval: the outlets were written without those of the file, which a second person approves together.',
      body: Type.Object(
        { ...Approval.properties, ...OutletImportReport.properties },
        { title: 'OutletImportSentForApproval' },
      ),
    },
  },
  errors: ['not_found'],
  roles: ['admin', 'merchant'],
  needsRecentProof: { columns: ['pin'], exceptDryRun: true },
})

export const startOutletImport = defineRoute({
  id: 'startOutletImport',
  method: 'POST',
  path: '/admin/merchants/{id}/outlet-imports',
  summary: 'Import a merchant’s outlets in the background',
  description:
    'Takes the same file as `POST /admin/merchants/{id}/outlets/import`, and answers as soon as each row is checked. The ' +
    'rows are then written in the order of the file; wrong ones are left out. The import continues after a crash.',
  params: ById,
  query: Type.Object({ fileName: Type.Optional(OutletImport.properties.fileName) }),
  bodyTypes: ['text/csv'],
  bodyLimitBytes: MAX_OUTLET_FILE_BYTES,
  timeoutMs: 60 * 1000,
  responses: { 202: { description: 'Started.', body: OutletImport } },
  errors: ['not_found'],
  roles: ['admin', 'merchant'],
  needsRecentProof: { columns: ['pin'] },
})

export const listOutletImports = defineRoute({
  id: 'listOutletImports',
  method: 'GET',
  path: '/admin/merchants/{id}/outlet-imports',
  summary: 'List a merchant’s imports of the last 30 days, newest first',
  params: ById,
  query: Type.Object(PageQuery),
  responses: { 200: { description: 'A page of results.', body: Page(OutletImport) } },
  errors: ['not_found'],
  roles: ['admin', 'support', 'viewer', 'merchant'],
})

export const getOutletImport = defineRoute({
  id: 'getOutletImport',
  method: 'GET',
  path: '/admin/outlet-imports/{id}',
  summary: 'Get an import of outlets with the result of each row',
  params: ById,
  responses: { 200: { description: 'The import.', body: OutletImportDetail } },
  errors: ['not_found'],
  roles: ['admin', 'support', 'viewer', 'merchant'],
})
