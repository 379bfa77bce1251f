import Type from 'typebox'
import { defineRoute } from './route.ts'

export const StoredImage = Type.Object(
  {
    path: Type.String({
      description: 'To be written into logoPath, bannerPath or imagePath.',
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
  summary: 'Store an image',
  description:
    'The body is the file itself: PNG, JPEG or WebP, at most 5 MiB. A file that is not what its ' +
    'content type says is refused with `unsupported_media_type`. A merchant’s key has a quota of images and ' +
    'of bytes; the same image again is not counted again.',
  bodyTypes: ['image/png', 'image/jpeg', 'image/webp'],
  bodyLimitBytes: 5 * 1024 * 1024,
  answers: { 201: { description: 'Stored.', body: StoredImage } },
  errors: ['image_quota_reached'],
  roles: ['admin', 'merchant'],
})
