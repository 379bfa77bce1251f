import { Button, Code, CopyButton, Group } from '@mantine/core'
import { KIT_WORDS as words } from '../words/kit.ts'

/** An id that people paste into another tool. `name` says what it is. */
export function Copyable({ name, value }: { name: string; value: string }) {
  return (
    <Group gap="xs" component="span" display="inline-flex">
      <Code className="wrap">{value}</Code>
      <CopyButton value={value}>
        {({ copied, copy }) => {
          const label = copied ? words.copied : words.copy
          return (
            <Button size="compact-xs" variant="default" onClick={copy} aria-label={`${label}: ${name}`}>
              {label}
            </Button>
          )
        }}
      </CopyButton>
    </Group>
  )
}
