import { CODES_WITH_ISSUES, ERROR_DETAILS } from '../error-body.ts'
import { ERRORS, type ErrorCode } from '../errors.ts'

const codes = Object.keys(ERRORS) as ErrorCode[]

function errorRow(code: ErrorCode): string {
  const { status, meaning } = ERRORS[code]
  const details =
    code in ERROR_DETAILS ? Object.keys(ERROR_DETAILS[code as keyof typeof ERROR_DETAILS].properties) : []
  const includes = CODES_WITH_ISSUES.includes(code)
    ? '`issues`'
    : details.map((name) => `\`${name}\``).join(', ')
  return `| ${status} | \`${code}\` | ${meaning} | ${includes} |`
}

export const OVERVIEW = `
Counterfoil is a voucher service that partner applications embed. Merchants have outlets and publish vouchers.
A partner's users browse merchants, claim vouchers into a wallet, add merchants to their favorites, and redeem
vouchers at an outlet with the outlet's 4-digit PIN, or with a code that a device of the outlet scans, and, if the
device shares it, its GPS position.

## Who calls what

| Surface | Caller | Paths | Credential |
|---|---|---|---|
| Server-to-server | the partner's backend | \`/integrations/*\` | HMAC signature headers |
| Consumer | the webview or the partner's own app, on behalf of one user | \`/home\`, \`/merchants\`, \`/vouchers\`, \`/categories\`, \`/branding\`, \`/search\`, \`/me\`, \`/me/*\` | bearer JWT issued by the partner |
| Counter | a device of an outlet, at \`/counter/\` | \`/counter/*\` | a link, then the cookie of the device |
| Webhooks | Counterfoil calls the partner | the partner's webhook URL | HMAC signature header |
| Back office | staff, the console, automation | \`/admin/*\` | bearer API key or session cookie |
| Sign-in | staff in the console | \`/session\`, \`/session/*\` | e-mail address and password, then a session cookie |

In a typical integration, the partner's backend creates the user with \`POST /integrations/users\` (or lets the
first \`GET /me\` do it), issues a token, and opens the webview at \`/app/#token=<JWT>\`. Counterfoil then reports
claims, redemptions and new vouchers of favorite merchants as webhooks.

A partner can be restricted to some merchants or categories, its scope. Lists then only include those merchants,
and requests for others are refused.

## Authentication

**HMAC.** Send \`x-partner-slug\` and \`x-signature: t=<unix seconds>,v1=<hex>\`. v1 is the lower-case hex
HMAC-SHA-256, keyed with the partner's secret, of the timestamp, a dot and the raw body. Without a body, nothing
follows the dot; a GET or DELETE with a body is refused. The timestamp may differ from our clock by 300 seconds.
A second element, \`v2=<hex>\`, signs \`t.METHOD.path-with-query.sha256hex(body)\`, so it also covers the method
and path. It is checked if present, and a partner can require it. Webhooks are signed with v1 in the same way:
verify the signature before you parse the body, refuse timestamps that are off by more than 300 seconds, and
compare in constant time.

**User tokens.** \`Authorization: Bearer <JWT>\`, signed with RS256, RS384, RS512, PS256, PS384, PS512, ES256,
ES384 or EdDSA, with a key from the partner's JWKS or its registered key. \`iss\`, \`sub\` (the externalUserId)
and \`exp\` are required.

**API keys.** \`Authorization: Bearer <key>\`. The role of the key (admin, support, merchant or partner) limits
what it can do. Objects outside its merchant or partner answer 404 \`not_found\`.

**Sessions.** Staff sign in with \`POST /session\` and get a session cookie, which the back office accepts like an
API key of their role. A session ends after 12 hours without use, and after 7 days at the latest.

## Conventions

* Bodies are JSON, ids are uuids, and timestamps are ISO 8601 in UTC with milliseconds. Lengths count Unicode
  code points.
* Types are never converted: a number instead of a string is refused.
* Unknown properties are ignored, except by \`POST /me/redemptions\` and the back office, which refuse them.
* Consumer lists are plain arrays. They are complete unless \`limit\` asks for pages; the \`link\` header then
  points to the next page. Back-office lists are \`{items, nextCursor}\`.
* A back-office update with \`If-Match: "<version>"\` applies only if the object still has that version.
* Image paths that start with \`/uploads/\` are relative to this origin; all others are https URLs.
* Voucher titles may contain \`{b}\`, \`{r}\` and \`{s}\` tags (bold, red, struck through), closed by
  \`{/b}\` and so on. Tags may be nested. For plain text, remove the tags, ignoring case.
* Consumer routes can be called from any web origin. A body is at most 64 KiB unless a route says otherwise.

## Errors

Every error response has the body \`{"error": code}\`. Some add \`details\`, and invalid requests add \`issues\`.
Branch on the code.

| Status | Code | Meaning | Includes |
|---|---|---|---|
${codes.map(errorRow).join('\n')}

## Versioning

This document has version 1.0.0; paths carry no version. Adding a field, a route, an event type, an error code or
an optional parameter is not a breaking change: ignore what you do not know. Removing or changing one gets a new
document version and is announced 12 months ahead.
`.trim()

export const TAGS: Record<string, string> = {
  Browse: 'Consumer: merchants, vouchers and categories in the partner’s scope.',
  Wallet: 'Consumer: the user, their claims and their favorite merchants.',
  Redemption: 'Consumer: redeem vouchers at an outlet.',
  Counter: 'Devices of outlets: read and confirm the codes that phones show.',
  'Server-to-server': 'Users and the events feed, for the partner’s backend.',
  Sandbox: 'Test partners: clock, simulators, scenarios and reset.',
  Partners: 'Back office: the applications that embed Counterfoil, with their keys and secrets.',
  Webhooks: 'Back office: test, resume and replay a partner’s webhook.',
  Deliveries: 'Back office: webhook deliveries and the responses of partners.',
  Categories: 'Back office: the categories of merchants.',
  Merchants: 'Back office: merchants, and which of them are featured.',
  Outlets: 'Back office: the places where vouchers are redeemed. A PIN can be set, but never read.',
  Vouchers: 'Back office: create, publish and unpublish vouchers.',
  Codes: 'Back office: the code pools of vouchers with codeSource MANUAL.',
  Images: 'Back office: images of merchants and vouchers.',
  Users: 'Back office: look up a partner’s users.',
  Claims: 'Back office: list and export claims.',
  Redemptions: 'Back office: list, export, void and review redemptions.',
  Bulk: 'Back office: one action on many records, with a result for each.',
  Notes: 'Back office: what staff know about a user, a redemption or a merchant.',
  'Saved filters': 'Back office: the filters of a list under a name, and the numbers in the menu.',
  Requests: 'Back office: failed requests of partners and their users, and why.',
  Search: 'Back office: find any record by a name, id or code.',
  Stats: 'Back office: counts over a period.',
  Statements: 'Back office: what the parties owe each other for a month.',
  Alerts: 'Back office: problems that need attention now.',
  Maintenance: 'Back office: refuse requests that write for a while.',
  Keys: 'Back office: API keys for people and automation.',
  Staff: 'Back office: people who sign in to the console.',
  Approvals: 'Back office: changes that need a second person.',
  Audit: 'Back office: who changed what, and when.',
  'Sign-in': 'Staff sign in to the console, choose a password and sign out.',
  Operations: 'Health and metrics, for operators.',
}
