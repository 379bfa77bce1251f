import { signatureHeader } from '../../sdk/src/signature.ts'
import { type Credentials, forgetCredentials, keepCredentials, keptCredentials } from './credentials.ts'

type Field = { name: string; place: 'path' | 'query'; required: boolean; example: unknown }
type Surface = 'public' | 'integration' | 'consumer' | 'admin'
type Described = { method: string; route: string; surface: Surface; fields: Field[]; body: unknown }
type Input = HTMLInputElement | HTMLTextAreaElement

const CREDENTIALS: Record<Surface, { name: keyof Credentials; label: string; isSecret: boolean }[]> = {
  public: [],
  integration: [
    { name: 'slug', label: 'Partner slug', isSecret: false },
    { name: 'secret', label: 'Secret of your sandbox (whsec_…)', isSecret: true },
  ],
  consumer: [{ name: 'token', label: 'User token (JWT)', isSecret: true }],
  admin: [{ name: 'key', label: 'API key (cfk_…)', isSecret: true }],
}
const SHOWN_HEADERS = [
  'x-request-id',
  'retry-after',
  'link',
  'etag',
  'x-unknown-fields',
  'idempotency-replayed',
]

for (const details of document.querySelectorAll<HTMLDetailsElement>('details.try')) {
  details.addEventListener('toggle', () => build(details, JSON.parse(details.dataset.try ?? '{}')), {
    once: true,
  })
}

function build(details: HTMLDetailsElement, described: Described): void {
  const form = document.createElement('form')
  const inputs = new Map<string, Input>()
  const add = (name: string, label: string, input: Input, value: string) => {
    const wrapper = document.createElement('label')
    const text = document.createElement('span')
    text.textContent = label
    input.value = value
    input.spellcheck = false
    input.autocomplete = 'off'
    wrapper.append(text, input)
    form.append(wrapper)
    inputs.set(name, input)
  }
  const textInput = (type = 'text') => Object.assign(document.createElement('input'), { type })
  const kept = keptCredentials()
  for (const { name, label, isSecret } of CREDENTIALS[described.surface]) {
    add(`credential ${name}`, label, textInput(isSecret ? 'password' : 'text'), kept[name] ?? '')
  }
  for (const { name, place, required, example } of described.fields) {
    add(
      `${place} ${name}`,
      `${name} (${place}${required ? '' : ', optional'})`,
      textInput(),
      required ? String(example) : '',
    )
  }
  if (described.body !== null) {
    const area = document.createElement('textarea')
    const text = JSON.stringify(described.body, null, 2)
    area.rows = Math.min(16, text.split('\n').length)
    add('body', 'Body (JSON)', area, text)
  }
  const output = document.createElement('pre')
  output.tabIndex = 0
  output.hidden = true
  output.setAttribute('aria-live', 'polite')
  form.append(actions(inputs, described), output)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void send(described, inputs, output)
  })
  details.append(form)
}

function actions(inputs: Map<string, Input>, { surface, method }: Described): HTMLElement {
  const row = document.createElement('p')
  const button = Object.assign(document.createElement('button'), {
    type: 'submit',
    textContent: `Send ${method}`,
  })
  row.append(button)
  if (surface === 'public') return row
  const forget = Object.assign(document.createElement('button'), {
    type: 'button',
    textContent: 'Forget credentials',
  })
  forget.className = 'quiet'
  forget.addEventListener('click', () => {
    forgetCredentials()
    for (const [name, input] of inputs) if (name.startsWith('credential ')) input.value = ''
  })
  const note = document.createElement('span')
  note.textContent = 'Credentials stay in this tab. Requests are signed in your browser.'
  row.append(forget, note)
  return row
}

async function send(described: Described, inputs: Map<string, Input>, output: HTMLElement): Promise<void> {
  output.hidden = false
  output.textContent = 'Sending …'
  try {
    output.textContent = await exchange(described, inputs)
  } catch (error) {
    output.textContent = `Not sent: ${error instanceof Error ? error.message : String(error)}`
  }
}

async function exchange(
  { method, route, surface, fields, body }: Described,
  inputs: Map<string, Input>,
): Promise<string> {
  const given = (name: string) => inputs.get(name)?.value.trim() ?? ''
  const credentials: Credentials = {}
  for (const { name } of CREDENTIALS[surface]) credentials[name] = given(`credential ${name}`)
  keepCredentials(credentials)
  const path = route.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = given(`path ${name}`)
    if (value === '') throw new Error(`${name} is missing`)
    return encodeURIComponent(value)
  })
  const query = new URLSearchParams(
    fields
      .filter(({ place, name }) => place === 'query' && given(`query ${name}`))
      .map(({ name }) => [name, given(`query ${name}`)]),
  ).toString()
  const target = query ? `${path}?${query}` : path
  const text = body === null ? '' : JSON.stringify(JSON.parse(given('body')))
  const headers = await headersFor(surface, credentials, { method, path: target }, text)
  // Use only the credentials that the reader pasted, not a session of the console in the same browser.
  const options = { method, headers, cache: 'no-store', credentials: 'omit' } as const
  const response = await fetch(target, { ...options, ...(text && { body: text }) })
  return describe(response, headers, `${method} ${target}`)
}

async function headersFor(
  surface: Surface,
  { slug = '', secret = '', token, key }: Credentials,
  request: { method: string; path: string },
  body: string,
): Promise<Record<string, string>> {
  const type: Record<string, string> = body ? { 'content-type': 'application/json' } : {}
  if (surface === 'public') return type
  if (surface !== 'integration')
    return { ...type, authorization: `Bearer ${surface === 'consumer' ? token : key}` }
  if (!slug || !secret) throw new Error('slug and secret are needed to sign the request')
  const timestampSeconds = Math.floor(Date.now() / 1000)
  const signature = await signatureHeader({ secret, timestampSeconds, body, request })
  return { ...type, 'x-partner-slug': slug, 'x-signature': signature }
}

async function describe(response: Response, sent: Record<string, string>, line: string): Promise<string> {
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json') && text !== ''
  const signature = sent['x-signature'] ? [`x-signature: ${sent['x-signature']}`] : []
  const headers = SHOWN_HEADERS.flatMap((name) => {
    const value = response.headers.get(name)
    return value === null ? [] : [`${name}: ${value}`]
  })
  return [
    line,
    ...signature,
    '',
    `${response.status} ${response.statusText}`.trim(),
    ...headers,
    '',
    isJson ? JSON.stringify(JSON.parse(text), null, 2) : text,
  ]
    .join('\n')
    .trimEnd()
}
