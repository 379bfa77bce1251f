import { viewFactors } from '@counterfoil/contract/session/factors.ts'
import { listSignInMethods } from '@counterfoil/contract/session/single-sign-on.ts'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { ResponseBody } from '../api/call.ts'
import type { SignInMethods } from '../api/records.ts'
import { useApiQuery } from '../api/use-api-query.ts'
import { Loaded } from '../kit/loaded.tsx'
import { settleProof } from '../session/proof-store.ts'
import { KIT_WORDS } from '../words/kit.ts'
import { SIGN_IN_WORDS as words } from '../words/sign-in.ts'
import { PasskeyButton } from './passkey-button.tsx'
import { ProofForm, prove } from './proof-form.tsx'
import { SingleSignOnButton } from './single-sign-on-button.tsx'

type Way = keyof typeof words.proveWith

/** The proofs that the account has and this installation accepts. */
export function ProveWays() {
  const methods = useApiQuery(listSignInMethods, {})
  const factors = useApiQuery(viewFactors, {})
  return (
    <Loaded of={methods}>
      {(offered) => <Loaded of={factors}>{(own) => <Ways ways={waysOf(offered, own)} />}</Loaded>}
    </Loaded>
  )
}

function waysOf(offered: SignInMethods, own: ResponseBody<typeof viewFactors>): Way[] {
  return [
    ...(offered.passkey && own.passkeys.length > 0 ? (['passkey'] as const) : []),
    ...(offered.password && own.hasPassword ? (['password'] as const) : []),
    ...(own.totpSince === null ? [] : (['code'] as const)),
    ...(offered.singleSignOn ? (['singleSignOn'] as const) : []),
  ]
}

function Ways({ ways }: { ways: Way[] }) {
  const [way, setWay] = useState<Way>(ways[0] ?? 'password')
  const isForm = way === 'password' || way === 'code'
  const cancel = (
    <Button variant="default" onClick={() => settleProof(false)}>
      {KIT_WORDS.cancel}
    </Button>
  )
  return (
    <Stack gap="md">
      <Text size="sm">{words.proveText}</Text>
      {isForm ? (
        <ProofForm key={way} kind={way} cancel={cancel} />
      ) : way === 'passkey' ? (
        <PasskeyButton isMain label={words.provePasskey} use={(passkey) => prove({ passkey })} />
      ) : (
        <SingleSignOnButton isMain isOnTop />
      )}
      {ways.length > 1 && (
        <Stack gap={4}>
          {ways
            .filter((other) => other !== way)
            .map((other) => (
              <Button key={other} variant="subtle" size="xs" onClick={() => setWay(other)}>
                {words.proveWith[other]}
              </Button>
            ))}
        </Stack>
      )}
      {!isForm && <Group justify="flex-end">{cancel}</Group>}
    </Stack>
  )
}
