import { routesOf } from '../define-route.ts'
import { Like } from '../shapes/fields.ts'
import { MerchantId } from '../shapes/ids.ts'
import { Type } from '../shapes/type.ts'

export const StoredImage = Type.Object(
  {
    path: Type.String({
      description: 'Use it as logoPath, bannerPath or imagePath.',
      examples: ['/uploads/3f6c1e7b5a9d.webp'],
    }),
  },
  { title: 'StoredImage' },
)

export const MAX_IMAGE_BYTES = 5 * 1024 * 1024

const defineRoute = routesOf('admin', 'Images')

export const uploadImage = defineRoute({
  id: 'uploadImage',
  method: 'POST',
  path: '/admin/images',
  summary: 'Upload an image',
  description:
    'The body is the file: PNG, JPEG or WebP, at most 5 MiB. A file that does not match its content type is refused ' +
    'with `unsupported_media_type`, one with more than 50 million pixels with `image_too_large`, and one that cannot ' +
    'be read with `image_unreadable`. The image is stored without metadata (EXIF, XMP, texts), except for its orientation ' +
    'and color profile, and otherwise as it is; also in up to three smaller widths, upright: add `?w=` to its path. Uploads with a merchant’s key count towards the quota of images and bytes of one of its merchants, see `merchantId`; the ' +
    'same image counts only once. A merchant, and all uploads without a merchant together, can have a few uploads at ' +
    'once; beyond that: 429 `rate_limited`.',
  query: Type.Object({
    merchantId: Type.Optional(
      Like(MerchantId, {
        description:
          'For callers of role merchant: whose quota the image counts towards. The default is the first of their ' +
          'merchants. For admins, who have no quota, it changes nothing.',
      }),
    ),
  }),
  bodyTypes: ['image/png', 'image/jpeg', 'image/webp'],
  bodyLimitBytes: MAX_IMAGE_BYTES,
  timeoutMs: 60_000,
  responses: { 201: { description: 'Uploaded.', body: StoredImage } },
  errors: ['not_found', 'rate_limited', 'image_quota_reached', 'image_too_large', 'image_unreadable'],
  roles: ['admin', 'merchant'],
})
