// Signs requests to /integrations/* with the variable "secret". See /docs/signing.
const hashes = require('crypto-js')

const url = pm.request.url
const resolved = (text) => pm.variables.replaceIn(text || '')
// Postman encodes these characters after this script, and the signature covers the path as it is sent.
const encoded = (text, characters) =>
  resolved(text).replace(new RegExp(`[^!-~]+|[${characters}]`, 'gu'), (found) =>
    encodeURIComponent(found).replace(/'/g, '%27'),
  )
const query = encoded(url.getQueryString(), '"#\'<>')
const path = encoded(url.getPath(), '"<>`#?{}') + (query && `?${query}`)

if (path.startsWith('/integrations/')) {
  const secret = resolved('{{secret}}')
  if (!secret || secret === '{{secret}}') throw new Error('Set the variable "secret" of the collection first')
  const body = resolved(pm.request.body?.raw)
  // A variable such as {{$guid}} has another value each time: send the one that is signed.
  if (body) pm.request.body.update({ mode: 'raw', raw: body })
  const timestamp = Math.floor(Date.now() / 1000)
  const hmac = (text) => hashes.HmacSHA256(text, secret).toString()
  const v1 = hmac(`${timestamp}.${body}`)
  const v2 = hmac(`${timestamp}.${pm.request.method}.${path}.${hashes.SHA256(body)}`)
  pm.request.headers.upsert({ key: 'x-signature', value: `t=${timestamp},v1=${v1},v2=${v2}` })
}
