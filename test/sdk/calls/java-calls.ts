import type { Calls } from '../features.ts'

export const JAVA_CALLS: Calls = {}
