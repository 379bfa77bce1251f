import type { ScaledFormat } from './image-names.ts'

/**
 * The formats that an Accept header allows, best first. AVIF must be listed explicitly: older browsers send `image/*` too.
 */
export function acceptedFormats(accept: string | undefined): ScaledFormat[] {
  if (accept === undefined || accept.trim() === '') return ['webp']
  const types = accept.split(',').flatMap((part) => {
    const [type = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
    return parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter)) ? [] : [type]
  })
  const names = (...wanted: string[]) => wanted.some((type) => types.includes(type))
  return [
    ...(names('image/avif') ? (['avif'] as const) : []),
    ...(names('image/webp', 'image/*', '*/*') ? (['webp'] as const) : []),
  ]
}
