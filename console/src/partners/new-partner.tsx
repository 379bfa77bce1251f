import { createPartner } from '@counterfoil/contract/admin/partners.ts'
import { SimpleGrid, Stack, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call, type ResponseBody } from '../api/call.ts'
import { EditorForm } from '../form/editor-form.tsx'
import { ChoiceField, TextField } from '../form/fields.tsx'
import { useEditor } from '../form/use-editor.ts'
import { BackLink } from '../kit/links.tsx'
import { ShownOnce } from '../kit/shown-once.tsx'
import { PageHeading } from '../list/page-heading.tsx'
import { BesidePhone } from '../preview/beside-phone.tsx'
import { PARTNER_LABELS, PARTNER_WORDS as words } from '../words/partners.ts'
import { BrandFields, type BrandValues } from './brand-fields.tsx'
import { BrandPhone } from './brand-phone.tsx'
import { KeySourceFields, type KeySourceValues } from './key-fields.tsx'
import { bodyOf, NEW_PARTNER_BODY } from './partner-values.ts'

type NewValues = BrandValues & KeySourceValues & { mode: string; slug: string; jwtIssuer: string }

const MODES = [
  { value: 'live', label: words.modeLive },
  { value: 'test', label: words.modeTest },
]

const NEW_PARTNER: NewValues = {
  name: '',
  slug: '',
  mode: 'live',
  displayName: '',
  logoPath: '',
  accentColor: null,
  shareUrl: null,
  frameAncestors: [],
  jwtIssuer: '',
  keySource: 'jwks',
  jwksUrl: null,
  publicKey: null,
}

type Created = ResponseBody<typeof createPartner>

/** Step 1. A partner cannot exist without a source of keys, so this step asks for it. Step 2 checks it. */
export function NewPartner() {
  const navigate = useNavigate()
  const [created, setCreated] = useState<Created | null>(null)
  if (created === null) return <NewPartnerForm created={setCreated} />
  const { id, secret } = created
  const goOn = () => void navigate({ to: '/partners/$id/setup', params: { id }, search: { step: 'keys' } })
  return <ShownOnce title={words.secretTitle} text={words.secretText} value={secret} close={goOn} />
}

function NewPartnerForm({ created }: { created: (partner: Created) => void }) {
  const editor = useEditor({
    draftKey: 'partner:new',
    body: NEW_PARTNER_BODY,
    labels: PARTNER_LABELS as { [K in keyof NewValues]: string },
    stored: NEW_PARTNER,
    version: null,
    save: async (values) => {
      const all = values as NewValues
      const { slug, jwtIssuer, name, displayName, logoPath } = all
      const mode = all.mode === 'test' ? 'test' : 'live'
      return call(createPartner, {
        body: { slug, mode, jwtIssuer, name, displayName, logoPath, ...bodyOf(all, all) },
      })
    },
    saved: (partner) => {
      created(partner)
    },
    fieldOfCode: { slug_taken: 'slug', issuer_taken: 'jwtIssuer' },
  })
  const isTest = editor.form.values.mode === 'test'
  return (
    <>
      <BackLink to="/partners">{words.back}</BackLink>
      <PageHeading title={words.createTitle} below={words.createText} />
      <BesidePhone phone={<BrandPhone values={editor.form.values} />}>
        <EditorForm editor={editor} action={words.createAction}>
          <Stack gap="md">
            <ChoiceField of={editor} name="mode" options={MODES} />
            {isTest && <Text size="sm">{words.modeTestText}</Text>}
            <BrandFields editor={editor as never} />
            <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
              <TextField of={editor} name="slug" hint={isTest ? words.testSlugHint : words.slugHint} />
              <TextField of={editor} name="jwtIssuer" hint={words.issuerHint} />
            </SimpleGrid>
            <KeySourceFields editor={editor} />
          </Stack>
        </EditorForm>
      </BesidePhone>
    </>
  )
}
