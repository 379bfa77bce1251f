import Type from 'typebox'
import { CountryCode, ImagePath, Like, Nullable, Slug, Text } from './fields.ts'
import { PartnerId, UserId } from './ids.ts'

/** Opaque: any 1 to 255 code points, white space among them. */
export const externalUserId = Type.String({
  minLength: 1,
  maxLength: 255,
  description: 'The partner’s own stable identifier of the user: the `sub` of its tokens.',
  examples: ['user-42'],
})

/** What a partner tells us of a person, and what anonymisation clears. Lengths only: forms are not enforced. */
export const personalFields = {
  email: Nullable(Type.String({ maxLength: 320, examples: ['user-42@example.com'] })),
  displayName: Nullable(Type.String({ maxLength: 200, examples: ['Demo User'] })),
  phone: Nullable(
    Type.String({
      maxLength: 40,
      description: 'E.164 recommended. For support look-ups only.',
      examples: ['+60123456789'],
    }),
  ),
  countryCode: Nullable(CountryCode),
  locale: Nullable(
    Type.String({ maxLength: 16, description: 'BCP-47 tag. Informational.', examples: ['en-MY'] }),
  ),
}

export const brandFields = {
  name: Text(200, { examples: ['Acme Pay'] }),
  displayName: Text(200, { description: 'What end users see.', examples: ['Acme Rewards'] }),
  logoPath: Like(ImagePath, { examples: ['https://img.example.com/acme/logo.png'] }),
}

export const accentColor = Nullable(
  Type.String({ pattern: '^#[0-9a-fA-F]{6}$', description: 'a colour as #rrggbb', examples: ['#0a7d4b'] }),
)

export const PartnerBrand = Type.Object(
  { id: PartnerId, slug: Like(Slug, { examples: ['acme-pay'] }), ...brandFields },
  { title: 'PartnerBrand' },
)

export const Branding = Type.Object({ ...brandFields, accentColor }, { title: 'Branding' })

export const Me = Type.Object(
  { id: UserId, email: personalFields.email, displayName: personalFields.displayName, partner: PartnerBrand },
  { title: 'Me' },
)
