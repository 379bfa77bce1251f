import Type from 'typebox'
import { defineRoute } from './route.ts'

export const StoredImage = Type.Object(
  {
    path: Type.String({
      description: 'Use it as logoPath, bannerPath or imagePath.',
      examples: ['/uploads/3f6c1e7b5a9d.webp'],
    }),
  },
  { title: 'StoredImage' },
)

export const uploadImage = defineRoute({
  id: 'uploadImage',
  method: 'POST',
  path: '/admin/images',
  surface: 'admin',
  tag: 'Images',
  summary: 'Upload an image',
  description:
    'The body is the file: PNG, JPEG or WebP, at most 5 MiB. A file that does not match its content type is refused ' +
    'with `unsupported_media_type`. Uploads with a merchant’s key count towards a quota of images and bytes; the ' +
    'same image counts only once.',
  bodyTypes: ['image/png', 'image/jpeg', 'image/webp'],
  bodyLimitBytes: 5 * 1024 * 1024,
  answers: { 201: { description: 'Uploaded.', body: StoredImage } },
  errors: ['image_quota_reached'],
  roles: ['admin', 'merchant'],
})
