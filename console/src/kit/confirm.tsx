import { Button, Group, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { explain } from '../api/explain.ts'
import { KIT_WORDS as words } from '../words/kit.ts'
import { Dialog } from './dialog.tsx'
import { Problem } from './problem.tsx'
import { ReasonButton } from './reason-button.tsx'
import { type ActionOptions, useAction } from './use-action.ts'

type Question<O> = Pick<ActionOptions<void, O>, 'done' | 'after'> & {
  title: string
  /** What happens, in numbers where there are any. */
  consequence: ReactNode
  action: string
  isDangerous?: boolean
  isBlocked?: boolean
  /** The caller replaces the dialog itself after a success. */
  staysOpen?: boolean
  confirm: () => Promise<O>
}

/** Asks before a change that cannot be undone. An error stays in the dialog, so that nothing is lost. */
export function Confirm<O>({
  title,
  consequence,
  action,
  isDangerous = false,
  isBlocked = false,
  staysOpen = false,
  confirm,
  done,
  after,
  close,
}: Question<O> & { close: () => void }) {
  const change = useAction<void, O>(confirm, {
    ...(done && { done }),
    after: (output) => {
      after?.(output)
      if (!staysOpen) close()
    },
    whenSent: close,
    showsErrors: true,
  })
  return (
    <Dialog onClose={close} title={title}>
      <Stack gap="md">
        <Text size="sm" component="div">
          {consequence}
        </Text>
        <Problem text={change.error && explain(change.error)} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={close} data-autofocus>
            {words.cancel}
          </Button>
          <Button
            color={isDangerous ? 'red.9' : 'indigo'}
            loading={change.isPending}
            disabled={isBlocked}
            onClick={() => change.mutate()}
          >
            {action}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

/** A button that asks before it acts. `reason` says why it cannot be used right now. */
export function AskButton<O>({ reason = null, ...question }: Question<O> & { reason?: string | null }) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <ReasonButton
        size="xs"
        variant="default"
        w="fit-content"
        reason={reason}
        onClick={() => setAsking(true)}
      >
        {question.action}
      </ReasonButton>
      {isAsking && <Confirm {...question} close={() => setAsking(false)} />}
    </>
  )
}
