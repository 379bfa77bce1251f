import { expect, test } from 'vitest'
import { createHarness } from '../support/harness.ts'
import { grayPng } from '../support/pictures.ts'

const { admin, server } = await createHarness({ imagesPublicUrl: 'https://images.example.com/pictures' })

test('302 to IMAGES_PUBLIC_URL, for the original and for a width', async () => {
  const type = { 'content-type': 'image/png' }
  const { path } = (await admin('POST', '/admin/images', grayPng(640, 480), type)).body
  const name: string = path.slice('/uploads/'.length)
  const original = await server.inject(path)
  expect([original.statusCode, original.headers.location]).toEqual([
    ...[302, `https://images.example.com/pictures/${name}`],
  ])
  const narrow = await server.inject({ url: `${path}?w=320`, headers: { accept: 'image/webp' } })
  const scaled = `${name.replace('.png', '')}-320.webp`
  expect([narrow.statusCode, narrow.headers.location, narrow.headers.vary]).toEqual([
    ...[302, `https://images.example.com/pictures/${scaled}`, 'accept'],
  ])
  expect(narrow.headers['cache-control']).toBe('public, max-age=86400')
})

test('404 not_found: a name that no image can have is not redirected', async () => {
  expect((await server.inject('/uploads/secret.txt')).statusCode).toBe(404)
})
