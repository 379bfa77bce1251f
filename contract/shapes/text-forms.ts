/** The name of the form of a text, by its pattern or format: each language has words for it. */
export const TEXT_FORMS = {
  '^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$': 'slug',
  '^(?:/uploads/[A-Za-z0-9_-]+(?:\\.[A-Za-z0-9_-]+)*|https://[^\\s/?#]+(?:[/?#]\\S*)?)$': 'image',
  '^#[0-9a-fA-F]{6}$': 'color',
  '^https://[A-Za-z0-9.-]+(?::[0-9]{1,5})?[/?#][^\\s{}]*\\{path\\}[^\\s{}]*$': 'shareUrl',
  '^(?:https://[A-Za-z0-9.-]+|http://(?:localhost|127\\.0\\.0\\.1))(?::[0-9]{1,5})?$': 'origin',
  '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$': 'uuid',
  '^[A-Z][A-Z0-9_]{0,62}$': 'categorySlug',
  '^[\\x21-\\x7e]{32,512}$': 'secret',
  '^[a-z]{2,3}(?:-[A-Z][a-z]{3})?(?:-(?:[A-Z]{2}|[0-9]{3}))?$': 'languageTag',
  '^[A-Za-z]{2}$': 'country',
  '^(?:[01][0-9]|2[0-3]):[0-5][0-9]$': 'timeOfDay',
  '^(?:(?:[01][0-9]|2[0-3]):[0-5][0-9]|24:00)$': 'closingTime',
  '^[0-9]{4}$': 'pin',
  '^[0-9]{1,12}(?:\\.[0-9]{1,4})?$': 'amount',
  '^[A-Z]{3}$': 'currency',
  '^[1-9][0-9]{3}-(?:0[1-9]|1[0-2])$': 'month',
  '^(?:none|[0-9]{1,12}(?:\\.[0-9]{1,4})? [A-Z]{3})$': 'value',
  '^(?:user|redemption|merchant):[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$': 'recordId',
  '^[^\\s@]+@[^\\s@]+$': 'email',
  '^[A-Za-z0-9_-]+$': 'base64url',
  '^[0-9]{6}$': 'factorCode',
  'date-time': 'time',
  date: 'date',
} as const

export type TextForm = (typeof TEXT_FORMS)[keyof typeof TEXT_FORMS]

export function formOf({ pattern, format }: { pattern?: string; format?: string }): TextForm | null {
  return (TEXT_FORMS as Record<string, TextForm>)[pattern ?? format ?? ''] ?? null
}
