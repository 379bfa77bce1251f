import { routesOf } from '../define-route.ts'
import { CodeImportId, VoucherId } from '../shapes/ids.ts'
import { Type } from '../shapes/type.ts'
import { importFields } from './background-import.ts'
import { CodeUploadReport, MAX_CODE_FILE_BYTES } from './codes.ts'
import { ById, Page, PageQuery } from './shapes.ts'

const { added, duplicates, duplicateLines, rejected, rejectedTotal } = CodeUploadReport.properties

export const CodeImport = Type.Object(
  { ...importFields(CodeImportId, 'codes.csv'), voucherId: VoucherId, added, duplicates, rejectedTotal },
  { title: 'CodeImport', description: 'A file of codes that the service adds to a pool in the background.' },
)

export const CodeImportDetail = Type.Object(
  { ...CodeImport.properties, duplicateLines, rejected },
  { title: 'CodeImportDetail' },
)

const defineRoute = routesOf('admin', 'Codes')

export const startCodeImport = defineRoute({
  id: 'startCodeImport',
  method: 'POST',
  path: '/admin/vouchers/{id}/code-imports',
  summary: 'Add codes to a voucher’s pool in the background',
  description:
    'Takes a file like `POST /admin/vouchers/{id}/codes`, and answers as soon as all of it has arrived. The codes are then ' +
    'added in the order of the file. The import continues after a crash. An incomplete file adds nothing.',
  params: ById,
  query: Type.Object({ fileName: Type.Optional(CodeImport.properties.fileName) }),
  bodyTypes: ['text/csv', 'text/plain'],
  bodyLimitBytes: MAX_CODE_FILE_BYTES,
  timeoutMs: 30 * 60 * 1000,
  responses: { 202: { description: 'Started.', body: CodeImport } },
  errors: ['not_found', 'voucher_takes_no_codes'],
  roles: ['admin', 'merchant'],
})

export const listCodeImports = defineRoute({
  id: 'listCodeImports',
  method: 'GET',
  path: '/admin/vouchers/{id}/code-imports',
  summary: 'List a voucher’s imports of codes of the last 30 days, newest first',
  params: ById,
  query: Type.Object(PageQuery),
  responses: { 200: { description: 'A page of results.', body: Page(CodeImport) } },
  errors: ['not_found'],
  roles: ['admin', 'support', 'viewer', 'merchant'],
})

export const getCodeImport = defineRoute({
  id: 'getCodeImport',
  method: 'GET',
  path: '/admin/code-imports/{id}',
  summary: 'Get an import of codes with the lines that were left out',
  params: ById,
  responses: { 200: { description: 'The import.', body: CodeImportDetail } },
  errors: ['not_found'],
  roles: ['admin', 'support', 'viewer', 'merchant'],
})
