import { type UseFormReturnType, useForm } from '@mantine/form'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useBlocker } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import { explain } from '../api/explain.ts'
import { SentForApproval } from '../api/sent-for-approval.ts'
import { notifySent } from '../kit/notify-sent.ts'
import { checkFields } from './check-field.ts'
import { type Draft, readDraft, writeDraft } from './drafts.ts'
import { changesBetween } from './field-changes.ts'
import { useRefusals } from './use-refusals.ts'

export type Values = Record<string, unknown>

export type EditorOptions<V extends Values, A> = {
  /** Names the draft: the record and its id, or `new`. */
  draftKey: string
  /** The body of the route that saves: its limits are checked while typing. */
  body: unknown
  labels: { [K in keyof V]: string }
  /** The values as the service has them; the defaults for a new record. */
  stored: V
  /** Null for a new record. */
  version: number | null
  /** Gets all values of a new record, and only the changed ones of an existing record. */
  save: (values: Partial<V>, version: number | null, all: V) => Promise<A>
  /** Loads the record again after a version conflict. */
  reload?: () => Promise<{ stored: V; version: number }>
  /** Runs after a save. Then every list and record on the screen is loaded again. */
  saved: (result: A) => void
  /** Runs when the change was sent for approval instead. */
  sent?: (approval: SentForApproval['approval']) => void
  /** Error codes that are about one field. */
  fieldOfCode?: Partial<Record<string, keyof V & string>>
  /** How the conflict dialog writes a value that is not readable by itself, such as a list of ids. */
  describe?: (name: string, value: unknown) => string | null
}

export type Conflict<V extends Values> = { before: V; theirs: V; yours: V; version: number }

export type Editor<V extends Values> = {
  form: UseFormReturnType<V, V, (values: V) => Record<string, string>>
  body: unknown
  labels: { [K in keyof V]: string }
  describe: (name: string, value: unknown) => string | null
  isDirty: boolean
  isNew: boolean
  isSaving: boolean
  /** An error that belongs to no field. */
  problem: string | null
  /** How many times in a row saving was refused, here or by the service. */
  refusals: number
  isRestored: boolean
  conflict: Conflict<V> | null
  /** Whether the values are within the contract's limits. Otherwise it shows where they are not. */
  check: () => boolean
  submit: () => Promise<void>
  discard: () => void
  resolve: (values: V) => Promise<void>
  closeConflict: () => void
  blocker: { isOpen: boolean; stay: () => void; leave: () => void }
}

type Base<V> = { stored: V; version: number | null }

/**
 * The state of a form that edits one record: checks by the contract's limits, a draft that survives a reload, a question
 * before leaving, and a dialog when somebody else has changed the record.
 */
export function useEditor<V extends Values, A>(options: EditorOptions<V, A>): Editor<V> {
  const { draftKey, body, labels, stored, version } = options
  const [draft] = useState(() => readDraft(draftKey))
  const [base, setBase] = useState<Base<V>>((draft?.before as Base<V> | undefined) ?? { stored, version })
  const form = useForm({
    initialValues: { ...base.stored, ...draft?.changes } as V,
    validate: (values: V) => checkFields(body, values),
    validateInputOnChange: true,
  })
  const changes = changesBetween(base.stored, form.values)
  const isDirty = Object.keys(changes).length > 0
  const saving = useSaving(options, { setBase, form })

  const check = () => {
    const { hasErrors } = form.validate()
    if (hasErrors) saving.refused.add(null)
    return !hasErrors
  }

  useDraft(draftKey, isDirty ? { changes, before: base } : null)
  useNewerRecord({ stored, version, base, isDirty, savedValues: saving.savedValues, setBase, form })

  return {
    form,
    body,
    labels,
    describe: options.describe ?? (() => null),
    isDirty,
    isNew: base.version === null,
    isSaving: saving.isSaving,
    problem: saving.refused.problem,
    refusals: saving.refused.count,
    isRestored: draft !== null && !saving.wasSaved && isDirty,
    conflict: saving.conflict,
    check,
    submit: async () => {
      if (saving.isSaving || !check()) return
      if (isDirty || base.version === null) await saving.write(form.values, base)
    },
    discard: () => {
      form.setValues(base.stored)
      form.clearErrors()
      saving.refused.clear()
    },
    resolve: saving.resolve,
    closeConflict: saving.closeConflict,
    blocker: useLeaveQuestion(draftKey, () => isDirty && !saving.isLeaving.current),
  }
}

/** The change waits as a request, so the form shows what is stored. */
async function showSent<V extends Values, A>(
  request: SentForApproval,
  { draftKey, sent }: EditorOptions<V, A>,
  state: {
    stored: V
    form: { setValues: (values: V) => void }
    refused: { clear: () => void }
    setConflict: (conflict: null) => void
    isLeaving: RefObject<boolean>
    queries: QueryClient
  },
): Promise<void> {
  writeDraft(draftKey, null)
  state.isLeaving.current = true
  state.form.setValues(state.stored)
  state.refused.clear()
  state.setConflict(null)
  await notifySent(request)
  sent?.(request.approval)
  await state.queries.invalidateQueries()
}

/** Writes, and handles a refusal: a conflict opens its dialog, issues land on their fields. */
function useSaving<V extends Values, A>(
  options: EditorOptions<V, A>,
  { setBase, form }: { setBase: (base: Base<V>) => void; form: Editor<V>['form'] },
) {
  const [isSaving, setSaving] = useState(false)
  const [wasSaved, setSaved] = useState(false)
  const refused = useRefusals()
  const [conflict, setConflict] = useState<Conflict<V> | null>(null)
  const isLeaving = useRef(false)
  const queries = useQueryClient()
  const savedValues = useRef<V | null>(null)

  const write = async (values: V, from: Base<V>): Promise<void> => {
    setSaving(true)
    refused.clearProblem()
    try {
      const body = from.version === null ? values : changesBetween(from.stored, values)
      const result = await options.save(body, from.version, values)
      writeDraft(options.draftKey, null)
      isLeaving.current = true
      savedValues.current = values
      setSaved(true)
      refused.clear()
      setConflict(null)
      options.saved(result)
      void queries.invalidateQueries()
    } catch (error) {
      await handleFailure(error, values, from)
    } finally {
      setSaving(false)
      isLeaving.current = false
    }
  }

  const handleFailure = async (error: unknown, values: V, from: Base<V>): Promise<void> => {
    if (error instanceof SentForApproval)
      return showSent(error, options, { stored: from.stored, form, refused, setConflict, isLeaving, queries })
    if (error instanceof ApiError && error.code === 'version_conflict' && options.reload) {
      const theirs = await options.reload()
      // Only fields of other forms have changed, such as a PIN: there is nothing to choose.
      if (Object.keys(changesBetween(from.stored, theirs.stored)).length === 0) return write(values, theirs)
      setConflict({ before: from.stored, theirs: theirs.stored, yours: values, version: theirs.version })
      return
    }
    setConflict(null)
    const { fields, rest } = placeIssues(error, options.labels, options.fieldOfCode)
    form.setErrors(fields)
    refused.add(rest)
  }

  const resolve = async (values: V) => {
    if (!conflict) return
    const from = { stored: conflict.theirs, version: conflict.version }
    setBase(from)
    form.setValues(values)
    if (Object.keys(changesBetween(from.stored, values)).length === 0) setConflict(null)
    else await write(values, from)
  }

  const closeConflict = () => setConflict(null)
  return { isSaving, wasSaved, refused, conflict, isLeaving, savedValues, write, resolve, closeConflict }
}

function useDraft(key: string, draft: Draft | null): void {
  const text = JSON.stringify(draft)
  useEffect(() => writeDraft(key, JSON.parse(text)), [key, text])
}

/**
 * A record that was loaded again replaces the form's values, but never over unsaved changes: those meet a conflict. What
 * was typed while our own change was on its way stays, too.
 */
function useNewerRecord<V extends Values>({
  stored,
  version,
  base,
  isDirty,
  savedValues,
  setBase,
  form,
}: {
  stored: V
  version: number | null
  base: { version: number | null }
  isDirty: boolean
  /** The values of our own change that was saved: the next version holds them. Null if there is none. */
  savedValues: RefObject<V | null>
  setBase: (base: { stored: V; version: number | null }) => void
  form: { values: V; setValues: (values: V) => void }
}): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new version is a reason
  useEffect(() => {
    if (version === base.version || (isDirty && savedValues.current === null)) return
    const typedSince = savedValues.current === null ? {} : changesBetween(savedValues.current, form.values)
    savedValues.current = null
    setBase({ stored, version })
    form.setValues({ ...stored, ...typedSince })
  }, [version, isDirty])
}

function useLeaveQuestion(draftKey: string, isBlocking: () => boolean): Editor<Values>['blocker'] {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && isBlocking(),
    enableBeforeUnload: isBlocking,
    withResolver: true,
  })
  return {
    isOpen: blocker.status === 'blocked',
    stay: () => blocker.reset?.(),
    leave: () => {
      writeDraft(draftKey, null)
      blocker.proceed?.()
    },
  }
}

/** Issues of the service land on their fields; the rest is one sentence. */
function placeIssues(
  error: unknown,
  labels: Record<string, string>,
  fieldOfCode: Partial<Record<string, string>> = {},
): { fields: Record<string, string>; rest: string | null } {
  if (!(error instanceof ApiError)) return { fields: {}, rest: explain(error) }
  const codeField = fieldOfCode[error.code]
  if (codeField !== undefined) return { fields: { [codeField]: explain(error) }, rest: null }
  const fields: Record<string, string> = {}
  const others = error.issues.filter(({ path, message }) => {
    const name = path.split('/')[1] ?? ''
    if (!(name in labels)) return true
    fields[name] ??= message
    return false
  })
  if (Object.keys(fields).length > 0 && others.length === 0) return { fields, rest: null }
  const { code, details, requestId } = error
  return { fields, rest: explain(new ApiError({ code, details, requestId, issues: others })) }
}
