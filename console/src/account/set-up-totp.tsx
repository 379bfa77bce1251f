import { type beginTotp, confirmTotp } from '@counterfoil/contract/session/factors.ts'
import { Button, Code, CopyButton, Group, Modal, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, lazy, Suspense, useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import { call, type ResponseBody } from '../api/call.ts'
import { explain } from '../api/explain.ts'
import { Problem } from '../kit/problem.tsx'
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
  const [problem, setProblem] = useState<string | null>(null)
  const confirm = useAction(() => call(confirmTotp, { body: { code: code.replaceAll(/\s/g, '') } }), {
    done: () => words.done,
    after: ({ recoveryCodes }) => confirmed(recoveryCodes),
    showsErrors: true,
  })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setProblem(null)
    await confirm.mutateAsync(undefined).catch((error) => {
      setCode('')
      setProblem(explainTotp(error))
    })
  }
  return (
    <Modal
      opened
      centered
      onClose={close}
      title={words.setUpTitle}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': KIT_WORDS.close }}
    >
      <form onSubmit={submit} noValidate>
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
          <Problem text={problem} />
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
    </Modal>
  )
}

/** As a picture for a camera, and as text to type. */
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
          <CopyButton value={secret}>
            {({ copied, copy }) => (
              <Button size="xs" variant="default" onClick={copy}>
                {copied ? KIT_WORDS.copied : words.copyKey}
              </Button>
            )}
          </CopyButton>
        </Group>
      </div>
    </>
  )
}

function explainTotp(error: unknown): string {
  const isWrong = error instanceof ApiError && ['invalid_code', 'validation_failed'].includes(error.code)
  return isWrong ? words.wrong : explain(error)
}
