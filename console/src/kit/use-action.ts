import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { SentForApproval } from '../api/sent-for-approval.ts'
import { notifyDone, notifyFailed } from './notify.ts'
import { notifySent } from './notify-sent.ts'

/**
 * A change that a button makes. Afterwards every list and record on the screen is loaded again. An error is shown as a
 * notification, unless the screen shows it itself (`showsErrors`).
 */
export function useAction<I, O>(
  act: (input: I) => Promise<O>,
  { done, after, whenSent, showsErrors = false }: ActionOptions<I, O> = {},
): UseMutationResult<O, Error, I> {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: act,
    onSuccess: async (output, input) => {
      await queries.invalidateQueries()
      const said = done?.(output, input)
      if (said !== undefined) notifyDone(said)
      after?.(output, input)
    },
    onError: async (error) => {
      if (error instanceof SentForApproval) {
        whenSent?.()
        await notifySent(error)
        await queries.invalidateQueries()
      } else if (!showsErrors) notifyFailed(error)
    },
  })
}

export type ActionOptions<I, O> = {
  /** What was done, in a sentence. With `undo`, the notification has an Undo button. */
  done?: (output: O, input: I) => string | { text: string; undo: () => Promise<unknown> } | undefined
  after?: (output: O, input: I) => void
  /** Runs when the change was sent for approval: then neither `done` nor `after` does. */
  whenSent?: () => void
  showsErrors?: boolean
}
