import {
  approveRequest,
  type getApproval,
  rejectRequest,
  withdrawRequest,
} from '@counterfoil/contract/admin/approvals.ts'
import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { call, type ResponseBody } from '../api/call.ts'
import { useAction } from '../kit/use-action.ts'
import { APPROVAL_WORDS as words } from '../words/approvals.ts'

type Approval = ResponseBody<typeof getApproval>

const MAX_NOTE = 500

/** What the person may do with a request that waits. */
export function Decision({ approval }: { approval: Approval }) {
  const { mayDecide, mayWithdraw } = approval
  if (mayDecide) return <Decide approval={approval} />
  return (
    <Stack gap="sm" align="flex-start">
      <Text size="sm">{mayWithdraw ? words.own : words.notYours}</Text>
      {mayWithdraw && <Withdraw id={approval.id} />}
    </Stack>
  )
}

function Decide({ approval: { id, recordChanged } }: { approval: Approval }) {
  const [note, setNote] = useState('')
  const input = { params: { id }, body: note.trim() === '' ? {} : { note: note.trim() } }
  const approve = useAction(() => call(approveRequest, input), { done: () => words.approved })
  const reject = useAction(() => call(rejectRequest, input), { done: () => words.rejected })
  return (
    <Stack gap="md" maw={640}>
      <Textarea
        label={words.note}
        description={words.noteHint}
        value={note}
        maxLength={MAX_NOTE}
        autosize
        minRows={2}
        onChange={({ currentTarget: { value } }) => setNote(value)}
      />
      <Group gap="sm">
        {!recordChanged && (
          <Button
            loading={approve.isPending}
            disabled={reject.isPending}
            onClick={() => approve.mutate(undefined)}
          >
            {words.approve}
          </Button>
        )}
        <Button
          variant="default"
          loading={reject.isPending}
          disabled={approve.isPending}
          onClick={() => reject.mutate(undefined)}
        >
          {words.reject}
        </Button>
      </Group>
    </Stack>
  )
}

function Withdraw({ id }: { id: string }) {
  const withdraw = useAction(() => call(withdrawRequest, { params: { id } }), {
    done: () => words.withdrawn,
  })
  return (
    <Button variant="default" loading={withdraw.isPending} onClick={() => withdraw.mutate(undefined)}>
      {words.withdraw}
    </Button>
  )
}
