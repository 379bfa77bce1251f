import { routesOf } from '../define-route.ts'
import { Count, Like } from '../shapes/fields.ts'
import { Strict } from '../shapes/strict.ts'
import { Type } from '../shapes/type.ts'
import { SentencesFacts } from './facts.ts'
import { ById } from './shapes.ts'

export const MAX_CODES_PER_UPLOAD = 1_000_000
export const MAX_CODE_LENGTH = 100
/** JSON is held in memory as a whole. */
const MAX_JSON_BYTES = 1024 * 1024
/** A file is read as it arrives. This limit allows a million codes of the maximum length. */
export const MAX_CODE_FILE_BYTES = 128 * 1024 * 1024
export const MAX_REPORTED_LINES = 1000

/** Plain strings without limits: an invalid code is reported, and the others are still added. */
export const CodeUpload = Strict(
  {
    codes: Type.Array(Type.String(), {
      minItems: 1,
      maxItems: MAX_CODES_PER_UPLOAD,
      examples: [['KOPI-000417', 'KOPI-000418', '00420019']],
    }),
  },
  { title: 'CodeUpload' },
)

const line = Type.Integer({
  minimum: 1,
  description: 'The line of the file, or the position in `codes`, starting at 1.',
  examples: [633],
})

export const CodeUploadReport = Type.Object(
  {
    received: Like(Count, { description: 'Codes in the upload.', examples: [1000] }),
    added: Like(Count, { examples: [997] }),
    duplicates: Like(Count, {
      description: 'Codes that are already in the pool, or repeated in the upload.',
      examples: [2],
    }),
    duplicateLines: Type.Array(line, {
      description: `The lines of the first ${MAX_REPORTED_LINES} duplicates.`,
      examples: [[17, 402]],
    }),
    rejected: Type.Array(
      Type.Object({
        line,
        value: Type.String({
          description: 'The first characters of the code, as received.',
          examples: ['KOPI 000419'],
        }),
        reason: Type.String({ examples: ['contains a control character'] }),
        facts: Type.Optional(SentencesFacts),
      }),
      { description: `The first ${MAX_REPORTED_LINES} rejected codes.` },
    ),
    rejectedTotal: Like(Count, { examples: [1] }),
  },
  { title: 'CodeUploadReport' },
)

export const CodePool = Type.Object(
  {
    total: Like(Count, { examples: [1000] }),
    available: Like(Count, { examples: [958] }),
    dispensed: Like(Count, { examples: [42] }),
  },
  { title: 'CodePool' },
)

const defineRoute = routesOf('admin', 'Codes')

export const uploadCodes = defineRoute({
  id: 'uploadCodes',
  method: 'POST',
  path: '/admin/vouchers/{id}/codes',
  summary: 'Add codes to a voucher’s pool',
  description:
    'Send JSON of up to 1 MiB, or text of up to 128 MiB with one code per line. An upload has up to 1,000,000 codes ' +
    `of up to ${MAX_CODE_LENGTH} characters. Leading zeros are kept. Codes that are already in the pool are counted ` +
    'and left unchanged, so an upload is safe to repeat.',
  params: ById,
  query: Type.Object({
    dryRun: Type.Optional(
      Type.Boolean({
        description: 'Check and report, but change nothing. Two at once per merchant.',
        default: false,
      }),
    ),
  }),
  body: CodeUpload,
  bodyTypes: ['application/json', 'text/csv', 'text/plain'],
  bodyLimitBytes: MAX_JSON_BYTES,
  timeoutMs: 30 * 60 * 1000,
  responses: { 200: { description: 'The result for each code.', body: CodeUploadReport } },
  errors: ['not_found', 'voucher_takes_no_codes', 'rate_limited'],
  roles: ['admin', 'merchant'],
})

export const getCodePool = defineRoute({
  id: 'getCodePool',
  method: 'GET',
  path: '/admin/vouchers/{id}/codes',
  summary: 'Get the number of codes in a voucher’s pool',
  params: ById,
  responses: { 200: { description: 'The counts.', body: CodePool } },
  errors: ['not_found'],
  roles: ['admin', 'support', 'viewer', 'merchant'],
})
