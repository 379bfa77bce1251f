import { Alert, Anchor, List, Text } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Problem } from '../kit/problem.tsx'
import { KIT_WORDS as words } from '../words/kit.ts'
import type { Editor, Values } from './use-editor.ts'

/** Marks the element of a field, so that a refused save finds it. A field of several values names all of them. */
export const fieldMark = (...names: string[]) => ({ 'data-field': names.join(' ') })

/** `element`: null if the field is not on the screen. */
type WrongField = { names: string[]; element: HTMLElement | null }

/**
 * Why the last save was refused, above the fields: a sentence, and a link to each wrong field, from top to bottom. The
 * first wrong field gets the focus. A field leaves the list when it is corrected.
 */
export function SaveRefused<V extends Values>({ editor }: { editor: Editor<V> }) {
  const { errors } = editor.form
  const root = useRef<HTMLDivElement>(null)
  const [wrong, setWrong] = useState<WrongField[]>([])

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a refused save is a reason
  useEffect(() => {
    if (editor.refusals === 0) return
    const found = findWrongFields(root.current?.closest('form') ?? document.body, Object.keys(errors))
    setWrong(found)
    focusOn(found.find(({ element }) => element !== null)?.element ?? root.current)
  }, [editor.refusals])

  const left = wrong.filter(({ names }) => names.some((name) => errors[name]))
  return (
    <div ref={root} tabIndex={-1} className="save-refused">
      <Problem text={editor.problem} />
      {editor.refusals > 0 && left.length > 0 && (
        <Alert color="red" role="alert" title={words.checkFields(left.length)}>
          <List size="sm" spacing={2}>
            {left.map((field) => (
              <List.Item key={field.names.join()}>
                <FieldLink field={field} labels={editor.labels} errors={errors} />
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
    </div>
  )
}

function FieldLink({
  field: { names, element },
  labels,
  errors,
}: {
  field: WrongField
  labels: Record<string, string>
  errors: Record<string, ReactNode>
}) {
  const name = names.find((one) => errors[one]) ?? ''
  const label = labels[name] ?? name
  if (element === null) {
    return (
      <Text size="sm" span>
        {label}: {errors[name]}
      </Text>
    )
  }
  return (
    <Anchor
      component="button"
      type="button"
      inherit
      c="inherit"
      underline="always"
      onClick={() => focusOn(element)}
    >
      {label}
    </Anchor>
  )
}

/** Sorts wrong fields as they stand on the page. Fields that are not on the screen come last. */
function findWrongFields(form: HTMLElement, wrong: string[]): WrongField[] {
  const shown = [...form.querySelectorAll<HTMLElement>('[data-field]')]
    .map((element) => ({ names: element.dataset.field?.split(' ') ?? [], element }))
    .filter(({ names }) => names.some((name) => wrong.includes(name)))
  const hidden = wrong.filter((name) => !shown.some(({ names }) => names.includes(name)))
  return [...shown, ...hidden.map((name) => ({ names: [name], element: null }))]
}

const CONTROLS =
  'input:not([type=file], [type=hidden], :disabled), textarea:not(:disabled), button:not(:disabled)'

/** The save bar and the header cover the edges of the window, so the field moves to its middle. */
function focusOn(element: HTMLElement | null): void {
  const control =
    element?.querySelector<HTMLElement>('[aria-invalid="true"]') ?? element?.querySelector(CONTROLS)
  const target = (control as HTMLElement | null | undefined) ?? element
  target?.focus({ preventScroll: true })
  target?.scrollIntoView({ block: 'center' })
}
