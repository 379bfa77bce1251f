import { type beginTotp, confirmTotp } from '@counterfoil/contract/session/factors.ts'
import { Button, Code, Group, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import { call, type ResponseBody } from '../api/call.ts'
import { explain } from '../api/explain.ts'
import { CopyButton } from '../kit/copy-button.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { Problem } from '../kit/problem.tsx'
import { submitWith } from '../kit/submit-with.ts'
import { useAction } from '../kit/use-action.ts'
import { TOTP_WORDS as words } from '../words/factors.ts'
import { KIT_WORDS } from '../words/kit.ts'

const QR_SIZE = 200
const QrCode = lazy(async () => ({ default: (await import('./qr-code.tsx')).QrCode }))

/** Nothing changes before the app has shown a right code. */
export function SetUpTotp({
  secret: { secret, uri },
  confirmed,
  close,
}: {
  secret: ResponseBody<typeof beginTotp>
  confirmed: (recoveryCodes: string[]) => void
  close: () => void
}) {
  const [code, setCode] = useState('')
  const confirm = useAction(() => call(confirmTotp, { body: { code: code.replaceAll(/\s/g, '') } }), {
    done: () => words.done,
    after: ({ recoveryCodes }) => confirmed(recoveryCodes),
    showsErrors: true,
  })
  // What was typed while the wrong code was checked stays.
  const clear = () => setCode((typed) => (typed === code ? '' : typed))
  const submit = () => confirm.mutate(undefined, { onError: clear })
  return (
    <Dialog onClose={close} title={words.setUpTitle} closeOnClickOutside={false}>
      <form onSubmit={submitWith(submit)} noValidate>
        <Stack gap="md">
          <Secret secret={secret} uri={uri} />
          <Text size="sm">
            {words.confirm} {words.ends}
          </Text>
          <TextInput
            label={words.code}
            data-autofocus
            autoComplete="one-time-code"
            inputMode="numeric"
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
          />
          <Problem text={confirm.error && explainTotp(confirm.error)} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={close}>
              {KIT_WORDS.cancel}
            </Button>
            <Button type="submit" loading={confirm.isPending}>
              {words.confirmAction}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}

/** The key as a picture for a camera, and as text to type. */
function Secret({ secret, uri }: ResponseBody<typeof beginTotp>) {
  return (
    <>
      <Text size="sm">{words.scan}</Text>
      <Suspense fallback={<Skeleton w={QR_SIZE} h={QR_SIZE} mx="auto" />}>
        <QrCode text={uri} label={words.scanLabel} size={QR_SIZE} />
      </Suspense>
      <div>
        <Text size="sm" mb={4}>
          {words.typeInstead}
        </Text>
        <Group gap="xs" wrap="nowrap">
          <Code className="secret" data-testid="totp-secret">
            {secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}
          </Code>
          <CopyButton value={secret} label={words.copyKey} size="xs" />
        </Group>
      </div>
    </>
  )
}

function explainTotp(error: unknown): string {
  const isWrong = error instanceof ApiError && ['invalid_code', 'validation_failed'].includes(error.code)
  return isWrong ? words.wrong : explain(error)
}
