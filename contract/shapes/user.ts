import { CountryCode, ImagePath, Like, Nullable, Slug, Text } from './fields.ts'
import { PartnerId, UserId } from './ids.ts'
import { Type } from './type.ts'

export const externalUserId = Type.String({
  minLength: 1,
  maxLength: 255,
  description:
    'The partner’s own stable id of the user, and the `sub` of its tokens. Opaque: any characters are allowed.',
  examples: ['user-42'],
})

/** Personal data, which anonymization clears. Only lengths are checked, not formats. */
export const personalFields = {
  email: Nullable(Type.String({ maxLength: 320, examples: ['user-42@example.com'] })),
  displayName: Nullable(Type.String({ maxLength: 200, examples: ['Demo User'] })),
  phone: Nullable(
    Type.String({
      maxLength: 40,
      description: 'E.164 recommended. Only used by support to look up users.',
      examples: ['+60123456789'],
    }),
  ),
  countryCode: Nullable(CountryCode),
  locale: Nullable(
    Type.String({ maxLength: 16, description: 'BCP 47 tag. Informational.', examples: ['en-MY'] }),
  ),
}

export const brandFields = {
  name: Text(200, { examples: ['Acme Pay'] }),
  displayName: Text(200, { description: 'The name shown to users.', examples: ['Acme Rewards'] }),
  logoPath: Like(ImagePath, { examples: ['https://img.example.com/acme/logo.png'] }),
}

export const accentColor = Nullable(
  Type.String({
    pattern: '^#[0-9a-fA-F]{6}$',
    description: 'a color in the form #rrggbb',
    examples: ['#0a7d4b'],
  }),
)

export const shareUrl = Nullable(
  Type.String({
    pattern: '^https://[A-Za-z0-9.-]+(?::[0-9]{1,5})?[/?#][^\\s{}]*\\{path\\}[^\\s{}]*$',
    maxLength: 2048,
    description: 'an https URL with {path} after the host, once',
    examples: ['https://acme.example/rewards/{path}'],
  }),
)

export const PartnerBrand = Type.Object(
  { id: PartnerId, slug: Like(Slug, { examples: ['acme-pay'] }), ...brandFields },
  { title: 'PartnerBrand' },
)

export const Branding = Type.Object({ ...brandFields, accentColor, shareUrl }, { title: 'Branding' })

export const Me = Type.Object(
  { id: UserId, email: personalFields.email, displayName: personalFields.displayName, partner: PartnerBrand },
  { title: 'Me' },
)
