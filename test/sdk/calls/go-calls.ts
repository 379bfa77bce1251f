import type { Calls } from '../features.ts'

export const GO_CALLS: Calls = {}
