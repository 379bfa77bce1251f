import MarkdownIt from 'markdown-it'
import { type ApiDocument, type Operation, type Response, resolve } from './api-document.ts'
import { fieldList, typeName } from './api-schema.ts'
import { escapeHtml, highlight } from './highlight.ts'
import type { PageContent } from './layout.ts'
import { BASE } from './links.ts'
import type { Section } from './markdown.ts'

type Listed = Operation & { method: string; route: string }
export type ApiPage = PageContent & {
  sections: Section[]
  markdown: string
  label: string
  isForPartners: boolean
}

const markdown = new MarkdownIt()
const inline = (text: string): string => markdown.renderInline(text)
/** The credential that "Try it" asks for, by the first security scheme of an operation. */
const SURFACES: Record<string, string> = {
  partnerSlug: 'integration',
  userToken: 'consumer',
  apiKey: 'admin',
}
const CREDENTIALS: Record<string, string> = {
  ...{
    partnerSlug: 'Signed by the partner’s backend',
    userToken: 'Token of a user',
    apiKey: 'API key or session',
  },
  sessionCookie: 'Session of a staff member',
}

const pathOf = (tag: string): string => `api/${tag.toLowerCase().replaceAll(/[^a-z]+/g, '-')}`

/** Tags that partners call come first. The others follow in the order of the document. */
const FOR_PARTNERS = ['Server-to-server', 'Browse', 'Wallet', 'Redemption', 'Events']

/** One page per tag, and one that lists all operations. */
export function apiPages(document: ApiDocument): ApiPage[] {
  const operations = Object.entries({ ...document.paths, ...document.webhooks }).flatMap(([route, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      route,
    })),
  )
  const isForPartners = ({ name }: { name: string }) => FOR_PARTNERS.includes(name)
  const sorted = [
    ...FOR_PARTNERS.flatMap((name) => document.tags.filter((tag) => tag.name === name)),
    ...document.tags.filter((tag) => !isForPartners(tag)),
  ]
  const byTag = sorted.map((tag) => ({
    ...tag,
    operations: operations.filter(({ tags }) => tags[0] === tag.name),
  }))
  return [indexPage(document, byTag), ...byTag.map((tag) => tagPage(document, tag))]
}

type Tag = { name: string; description: string; operations: Listed[] }

function indexPage({ info }: ApiDocument, tags: Tag[]): ApiPage {
  const lists = tags.map(
    ({ name, description, operations }) =>
      `<h2 id="${pathOf(name).slice(4)}"><a href="${BASE}${pathOf(name)}">${escapeHtml(name)}</a></h2>` +
      `<p>${inline(description)}</p><ul class="operations">${operations.map(indexItem).join('')}</ul>`,
  )
  return {
    path: 'api',
    label: 'All operations',
    isForPartners: true,
    title: 'API reference',
    description: `Every route of Counterfoil, version ${info.version}.`,
    html:
      `<h1 id="api-reference">API reference</h1><p>Version ${info.version}. The OpenAPI document is at ` +
      '<a href="/openapi.json">/openapi.json</a>; <a href="/openapi-partner.json">/openapi-partner.json</a> has only what a partner calls. ' +
      'Every operation can be tried here: paste a secret of your sandbox, and the page signs the request in your browser.</p>' +
      lists.join(''),
    headings: tags.map(({ name }) => ({ level: 2, text: name, id: pathOf(name).slice(4) })),
    sections: [],
    markdown: [
      '# API reference',
      ...tags.map(({ name, description }) => `- [${name}](${BASE}${pathOf(name)}.md): ${description}`),
    ].join('\n\n'),
  }
}

const indexItem = ({ operationId, tags: [tag = ''], method, route, summary }: Listed): string =>
  `<li id="${operationId}"><a href="${BASE}${pathOf(tag)}#${operationId}">${methodBadge(method)} <code>${escapeHtml(route)}</code>` +
  `<span>${escapeHtml(summary)}</span></a></li>`

const methodBadge = (method: string): string => `<b class="method ${method.toLowerCase()}">${method}</b>`

function tagPage(document: ApiDocument, { name, description, operations }: Tag): ApiPage {
  return {
    path: pathOf(name),
    label: name,
    isForPartners: FOR_PARTNERS.includes(name),
    title: name,
    description,
    html: `<h1 id="${pathOf(name).slice(4)}">${escapeHtml(name)}</h1><p>${inline(description)}</p>${operations
      .map((operation) => operationHtml(document, operation))
      .join('')}`,
    headings: operations.map(({ summary, operationId }) => ({ level: 2, text: summary, id: operationId })),
    sections: operations.map(({ summary, operationId, method, route, description = '' }) => ({
      ...{ id: operationId, heading: summary },
      text: `${method} ${route} ${operationId} ${description}`,
    })),
    markdown: [`# ${name}`, description, ...operations.map(operationMarkdown)].join('\n\n'),
    hasTryIt: true,
  }
}

function operationMarkdown({ method, route, summary, description, responses }: Listed): string {
  const statuses = Object.keys(responses).join(', ')
  return [`## ${summary}`, `\`${method} ${route}\``, description, `Responses: ${statuses}.`]
    .filter(Boolean)
    .join('\n\n')
}

function operationHtml(document: ApiDocument, operation: Listed): string {
  const { operationId, method, route, summary, description, security } = operation
  const [scheme] = Object.keys(security[0] ?? {})
  return `<section class="operation"><h2 id="${operationId}">${escapeHtml(summary)} <a class="anchor" href="#${operationId}" aria-label="Link to this operation">#</a></h2>
<p class="route">${methodBadge(method)} <code>${escapeHtml(route)}</code><span class="credential">${credentialOf(operation)}</span></p>
${description && description !== `${summary}.` ? markdown.render(description) : ''}
${parametersHtml(document, operation)}${bodyHtml(document, operation)}${tryItHtml(operation, scheme)}${responsesHtml(document, operation)}</section>`
}

function credentialOf({ security, route }: Listed): string {
  const [scheme] = Object.keys(security[0] ?? {})
  if (!route.startsWith('/')) return 'Signed by us'
  return (scheme && CREDENTIALS[scheme]) || 'No credential'
}

function parametersHtml(document: ApiDocument, { parameters = [] }: Listed): string {
  if (parameters.length === 0) return ''
  const rows = parameters.map(
    ({ name, in: place, required, description, schema }) =>
      `<li><code>${escapeHtml(name)}</code> <span class="type">${escapeHtml(typeName(document, schema))}</span> ` +
      `<span class="optional">· ${place}${required ? '' : ', optional'}</span>${description ? `<p>${inline(description)}</p>` : ''}</li>`,
  )
  return `<h3>Parameters</h3><ul class="fields">${rows.join('')}</ul>`
}

function bodyHtml(document: ApiDocument, { requestBody }: Listed): string {
  const [[type, content] = []] = Object.entries(requestBody?.content ?? {})
  if (!type || !content?.schema) return ''
  const types = Object.keys(requestBody?.content ?? {}).join(', ')
  return `<h3>Body</h3><p class="optional">${escapeHtml(types)}</p>${fieldList(document, content.schema, inline)}`
}

function responsesHtml(document: ApiDocument, { responses }: Listed): string {
  const items = Object.entries(responses).map(([status, response]) =>
    responseHtml(document, status, response),
  )
  return `<h3>Responses</h3>${items.join('')}`
}

function responseHtml(document: ApiDocument, status: string, given: Response): string {
  const { description = '', content } = resolve(document, given)
  const [[, body] = []] = Object.entries(content ?? {})
  const isSuccess = status < '400'
  const example = body?.example === undefined ? '' : JSON.stringify(body.example, null, 2)
  const fields = isSuccess && body?.schema ? fieldList(document, body.schema, inline) : ''
  const codes = [...description.matchAll(/^\* `(\w+)`: (.*)$/gm)]
  const errors = codes.map(
    ([, code = '', meaning = '']) =>
      `<li><a href="${BASE}errors#${code}"><code>${code}</code></a> ${inline(meaning)}</li>`,
  )
  const summary = `<b class="status s${status[0]}">${status}</b> ${
    errors.length > 0 ? codes.map(([, code]) => `<code>${code}</code>`).join(' ') : inline(description)
  }`
  const inner = [
    errors.length > 0 ? `<ul class="codes">${errors.join('')}</ul>` : '',
    fields,
    example && `<pre tabindex="0"><code>${highlight(example, 'json')}</code></pre>`,
  ].join('')
  return inner
    ? `<details class="response"><summary>${summary}</summary>${inner}</details>`
    : `<p class="response">${summary}</p>`
}

/** The form is built in the browser from this description when the reader opens it. */
function tryItHtml(
  { method, route, parameters = [], requestBody }: Listed,
  scheme: string | undefined,
): string {
  const surface = scheme === undefined ? 'public' : SURFACES[scheme]
  // We send webhooks, so there is nothing to try.
  if (!route.startsWith('/')) return ''
  const json = requestBody?.content['application/json']
  if (surface === undefined || (requestBody && !json)) return ''
  const fields = parameters
    .filter(({ in: place }) => place === 'path' || place === 'query')
    .map(({ name, in: place, required = false, schema }) => ({
      name,
      place,
      required,
      example: schema.examples?.[0] ?? '',
    }))
  const description = { method, route, surface, fields, body: json ? (json.example ?? {}) : null }
  return `<details class="try" data-try="${escapeHtml(JSON.stringify(description))}"><summary>Try it</summary></details>`
}
