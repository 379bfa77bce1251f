import { lazy } from 'react'

// The forms of a partner load with their tab or step: together they would be more than a first screen may load.
const loadForms = () => import('./partner-forms.tsx')
export const BrandForm = lazy(async () => ({ default: (await loadForms()).BrandForm }))
export const KeyForm = lazy(async () => ({ default: (await loadForms()).KeyForm }))
export const WebhookForm = lazy(async () => ({ default: (await loadForms()).WebhookForm }))
export const LimitForm = lazy(async () => ({ default: (await loadForms()).LimitForm }))
export const KeyCheck = lazy(async () => ({ default: (await import('./key-check.tsx')).KeyCheck }))
export const ScopeEditor = lazy(async () => ({ default: (await import('./scope-editor.tsx')).ScopeEditor }))
