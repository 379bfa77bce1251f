import type { Calls } from '../features.ts'

export const PYTHON_CALLS: Calls = {}
