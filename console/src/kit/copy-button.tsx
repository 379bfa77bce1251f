import { Button, type ButtonProps, CopyButton as Copied } from '@mantine/core'
import { useEffect } from 'react'
import { KIT_WORDS as words } from '../words/kit.ts'

/** Copies a text. `name` says what it is, for buttons that several values have. */
export function CopyButton({
  value,
  label = words.copy,
  name,
  copied: done,
  ...others
}: ButtonProps & { value: string; label?: string; name?: string; copied?: () => void }) {
  return (
    <Copied value={value}>
      {({ copied, copy }) => {
        const text = copied ? words.copied : label
        return (
          <>
            <Button
              variant="default"
              {...others}
              onClick={copy}
              {...(name && { 'aria-label': `${text}: ${name}` })}
            >
              {text}
            </Button>
            {copied && done && <Announce done={done} />}
          </>
        )
      }}
    </Copied>
  )
}

/** Browsers may refuse to copy, so what was copied counts, not the click. */
function Announce({ done }: { done: () => void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the copy was made
  useEffect(done, [])
  return null
}
