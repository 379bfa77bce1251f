import type { TObjectOptions, TProperties } from 'typebox'
import { Type } from './type.ts'

/** An object in which unknown properties are refused. */
export function Strict<P extends TProperties>(properties: P, options: TObjectOptions = {}) {
  return Type.Object(properties, { additionalProperties: false, ...options })
}
