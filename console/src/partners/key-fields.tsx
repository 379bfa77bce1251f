import { SimpleGrid, Stack } from '@mantine/core'
import { ChoiceField, LongTextField, NumberField, SwitchField, TextField } from '../form/fields.tsx'
import type { Editor } from '../form/use-editor.ts'
import { PARTNER_WORDS as words } from '../words/partners.ts'
import type { PartnerValues } from './partner-values.ts'

export type KeySourceValues = Pick<PartnerValues, 'keySource' | 'jwksUrl' | 'publicKey'>
export type KeyValues = KeySourceValues &
  Pick<PartnerValues, 'nextPublicKey' | 'jwtIssuer' | 'jwtAudience' | 'maxTokenLifetimeSeconds' | 'requireV2'>

const SOURCES = [
  { value: 'jwks', label: words.fromJwks },
  { value: 'static', label: words.fromStatic },
]

export function KeySourceFields<V extends KeySourceValues>({ editor }: { editor: Editor<V> }) {
  const isStatic = editor.form.values.keySource === 'static'
  return (
    <>
      <ChoiceField of={editor} name="keySource" options={SOURCES} />
      {isStatic ? (
        <LongTextField of={editor} name="publicKey" hint={words.keyHint} />
      ) : (
        <TextField of={editor} name="jwksUrl" hint={words.jwksHint} />
      )}
    </>
  )
}

/** `locked`: why the role cannot change what only an admin may change. */
export function KeyFields({ editor, locked }: { editor: Editor<KeyValues>; locked?: string | undefined }) {
  const { keySource } = editor.form.values
  return (
    <Stack gap="md">
      <KeySourceFields editor={editor} />
      {keySource === 'static' && <LongTextField of={editor} name="nextPublicKey" hint={words.nextKeyHint} />}
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <TextField of={editor} name="jwtIssuer" hint={words.issuerHint} lockedBecause={locked} />
        <TextField of={editor} name="jwtAudience" hint={words.audienceHint} lockedBecause={locked} />
        <NumberField
          of={editor}
          name="maxTokenLifetimeSeconds"
          hint={words.lifetimeHint}
          lockedBecause={locked}
        />
      </SimpleGrid>
      <SwitchField of={editor} name="requireV2" hint={words.requireV2Hint} lockedBecause={locked} />
    </Stack>
  )
}
