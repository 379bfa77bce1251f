import { type ApiDocument, resolve, type Schema } from './api-document.ts'
import { escapeHtml } from './highlight.ts'

const MAX_DEPTH = 4

/** The fields of an object as a list, nested objects folded. Empty for anything else. */
export function fieldList(
  document: ApiDocument,
  schema: Schema,
  inline: (text: string) => string,
  depth = 0,
): string {
  const object = objectIn(document, schema)
  if (!object?.properties || depth > MAX_DEPTH) return ''
  const rows = Object.entries(object.properties).map(([name, value]) => {
    const field = resolve(document, value)
    const nested = fieldList(document, field, inline, depth + 1)
    const description = field.description ?? value.description
    return (
      `<li><code>${escapeHtml(name)}</code> <span class="type">${escapeHtml(typeName(document, field))}</span>` +
      `${object.required?.includes(name) ? '' : ' <span class="optional">· optional</span>'}` +
      `${description ? `<p>${inline(description)}</p>` : ''}` +
      `${nested ? `<details><summary>Fields of <code>${escapeHtml(name)}</code></summary>${nested}</details>` : ''}</li>`
    )
  })
  return `<ul class="fields">${rows.join('')}</ul>`
}

/** The object that a schema describes: itself, its items, or the branch that is not null. */
function objectIn(document: ApiDocument, schema: Schema): Schema | null {
  const { type, properties, items, anyOf, oneOf, allOf } = resolve(document, schema)
  if (properties) return resolve(document, schema)
  if (items && (type === 'array' || type?.includes('array'))) return objectIn(document, items)
  for (const branch of [...(anyOf ?? []), ...(oneOf ?? []), ...(allOf ?? [])]) {
    const found = objectIn(document, branch)
    if (found) return found
  }
  return null
}

export function typeName(document: ApiDocument, schema: Schema): string {
  const { type, format, enum: values, const: value, items, anyOf, oneOf, title } = resolve(document, schema)
  if (value !== undefined) return JSON.stringify(value)
  if (values) return values.map((value) => JSON.stringify(value)).join(' | ')
  const branches = anyOf ?? oneOf
  if (branches) return [...new Set(branches.map((branch) => typeName(document, branch)))].join(' | ')
  if (items) return `${typeName(document, items)}[]`
  const name = Array.isArray(type) ? type.join(' | ') : (type ?? 'any')
  if (name === 'object' && title) return title
  return format ? `${name} (${format})` : name
}
