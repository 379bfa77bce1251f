import { Button, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Problem } from '../kit/problem.tsx'

/** One way to sign in. `run` returns what went wrong, in words; null if nothing did. */
export function SignInButton({
  label,
  isMain,
  run,
}: {
  label: string
  isMain: boolean
  run: () => Promise<string | null>
}) {
  const signIn = useMutation({ mutationFn: run })
  return (
    <Stack gap="xs">
      <Button
        variant={isMain ? 'filled' : 'default'}
        fullWidth
        loading={signIn.isPending}
        data-autofocus={isMain || undefined}
        onClick={() => signIn.mutate()}
      >
        {label}
      </Button>
      <Problem text={signIn.data} />
    </Stack>
  )
}
