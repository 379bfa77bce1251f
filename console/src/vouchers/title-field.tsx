import type { MarkupTag } from '@counterfoil/contract/markup.ts'
import { Button, Group, Text, TextInput } from '@mantine/core'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { directionOf } from '../form/direction-of.ts'
import { propsOf, write } from '../form/fields.tsx'
import type { Editor } from '../form/use-editor.ts'
import { MarkedTitle } from '../kit/marked-title.tsx'
import { VOUCHER_EDITOR_WORDS as words } from '../words/voucher-editor.ts'
import { toggleMark } from './title-markup.ts'
import type { VoucherValues } from './voucher-values.ts'

const MARKS: { tag: MarkupTag; label: string }[] = [
  { tag: 'b', label: words.markBold },
  { tag: 'r', label: words.markRed },
  { tag: 's', label: words.markStruck },
]

/** The title with buttons for its markup. Below it stands the title as users see it. */
export function TitleField({ editor }: { editor: Editor<VoucherValues> }) {
  const input = useRef<HTMLInputElement>(null)
  const { title } = editor.form.values
  const mark = (tag: MarkupTag) => {
    const field = input.current
    if (!field) return
    const [start, end] = [field.selectionStart ?? title.length, field.selectionEnd ?? title.length]
    const marked = toggleMark({ text: title, start, end }, tag)
    flushSync(() => write(editor, 'title', marked.text))
    field.focus()
    field.setSelectionRange(marked.start, marked.end)
  }
  return (
    <div>
      <TextInput
        {...propsOf({ of: editor, name: 'title', hint: words.titleHint })}
        ref={input}
        {...(editor.isNew && { autoFocus: true, 'data-autofocus': true })}
        attributes={{ input: { dir: directionOf(title) } }}
        value={title}
        onChange={(event) => write(editor, 'title', event.currentTarget.value)}
      />
      <Group gap="xs" mt="xs" role="group" aria-label={words.marks}>
        {MARKS.map(({ tag, label }) => (
          <Button key={tag} size="compact-sm" variant="default" onClick={() => mark(tag)}>
            <MarkedTitle title={`{${tag}}${label}{/${tag}}`} />
          </Button>
        ))}
      </Group>
      {title !== '' && (
        <Text size="sm" mt="xs" className="wrap" data-testid="title-seen">
          {words.seenAs} <MarkedTitle title={title} />
        </Text>
      )}
    </div>
  )
}
