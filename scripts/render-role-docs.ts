import { CAPABILITY_WORDS, fieldLimits } from '../console/src/words/capabilities.ts'
import { ROLE_WORDS } from '../console/src/words/roles.ts'
import { HIDDEN_FIELDS } from '../contract/capabilities.ts'
import { ROLES, type Role } from '../contract/define-route.ts'
import { ROLE_MATRIX } from '../contract/role-matrix.ts'

const INTRODUCTION = `<!-- Generated from the contract by \`npm run generate\`. Do not edit. -->

# Roles

A person who signs in to the console and an API key have one role.

| Role | For whom | Limited to |
| --- | --- | --- |
| \`admin\` | Those who run the service | – |
| \`support\` | The desk: reads everything, voids and reviews redemptions, retries deliveries | – |
| \`viewer\` | Managers and auditors: reads what support reads, CSV included, and changes nothing | – |
| \`merchant\` | The people of one or several merchants | \`merchantIds\`, 1 to 100 |
| \`partner\` | The engineers of a partner | \`partnerId\` |
| \`partner-support\` | The desk of a partner: its users and what they did | \`partnerId\` |

Records of other merchants or partners answer 404 \`not_found\`, and lists leave them out. A request that the role does not
allow answers 403 \`forbidden\`. The console hides what a role can never do.

Give a person or key its role in the console under “Staff and keys”, with \`POST /admin/staff\` and \`POST /admin/keys\`, or
with [\`counterfoil staff invite\`](cli.md) and \`counterfoil key create\`. For several merchants, repeat \`--merchant\`. A change
of the role, of the merchants or of the partner ends the person’s sessions. An image that a person with several
merchants uploads counts towards the quota of the merchant in \`merchantId\`, by default of the first.

`

/** docs/roles.md: what each role may do, from the roles of all routes. */
export function renderRoleDocs(): string {
  const header = row(['', ...ROLES.map((role) => `\`${role}\``)])
  const rows = ROLE_MATRIX.map(({ capability, roles }) =>
    row([CAPABILITY_WORDS[capability], ...ROLES.map((role) => (roles.includes(role) ? 'yes' : '–'))]),
  )
  const hidden = (Object.entries(HIDDEN_FIELDS) as [Role, readonly string[]][]).map(
    ([role, fields]) => `- **${ROLE_WORDS[role]}**: ${fields.map((field) => `\`${field}\``).join(', ')}`,
  )
  return [
    `${INTRODUCTION}## What each role may do`,
    [header, row(['---', ...ROLES.map(() => '---')]), ...rows].join('\n'),
    '## Fields that a role may write\n\nA request with another field answers 403 `forbidden`.',
    fieldLimits()
      .map((limit) => `- ${limit}`)
      .join('\n'),
    '## Fields that a role does not see\n\nThey are null in every record, list, search, history and CSV; lists are empty. ' +
      'No filter and no search finds records by them.',
    `${hidden.join('\n')}\n`,
  ].join('\n\n')
}

const row = (cells: string[]) => `| ${cells.join(' | ')} |`
