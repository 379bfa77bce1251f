import { crc32, deflateSync } from 'node:zlib'
import type { Call } from '../support/harness.ts'

/** Creates a few merchants through the back-office API. */
export async function enterCatalogue(admin: Call) {
  const make = async (path: string, body: object) => {
    const response = await admin('POST', path, body)
    if (response.status !== 201)
      throw new Error(`${path} answered ${response.status}: ${JSON.stringify(response.body)}`)
    return response.body
  }
  const kopi = await make('/admin/merchants', {
    name: 'Kopi Corner',
    slug: 'kopi-corner',
    category: 'F_AND_B',
    description: 'Hainanese coffee and charcoal toast since 1968, in the old arcade by the river.',
    logoPath: await uploadImage(admin, [0x6f, 0x3b, 0x1e]),
    isNew: true,
    timezone: 'Asia/Kuala_Lumpur',
  })
  const bakery = await make('/admin/merchants', {
    name: 'Brot & Salz',
    slug: 'brot-salz',
    category: 'F_AND_B',
  })
  const address = { addressLine: '12 Market Street', city: 'Kuala Lumpur', countryCode: 'MY' }
  await make(`/admin/merchants/${kopi.id}/outlets`, {
    name: 'Kopi Corner Suria',
    ...address,
    latitude: 3.1579,
    longitude: 101.7116,
    pin: '4821',
  })
  const free = await make(`/admin/merchants/${kopi.id}/vouchers`, {
    title: '{b}Free{/b} kopi with any {r}toast set{/r}, {s}RM 6{/s}',
    imagePath: await uploadImage(admin, [0xd9, 0x8e, 0x2b]),
    cycle: 'MONTHLY',
    redemptionCount: 2,
  })
  const draft = await make(`/admin/merchants/${kopi.id}/vouchers`, { title: 'Two for one on Mondays' })
  return { kopi, bakery, free, draft }
}

export async function uploadImage(admin: Call, color: [number, number, number]): Promise<string> {
  const { status, body } = await admin('POST', '/admin/images', png(color), { 'content-type': 'image/png' })
  if (status !== 201) throw new Error(`the upload answered ${status}: ${JSON.stringify(body)}`)
  return body.path
}

/** 8 by 8 pixels of one color. */
export function png(color: [number, number, number]): Buffer {
  const side = 8
  const row = Buffer.from([0, ...Array.from({ length: side }, () => color).flat()])
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(Array.from({ length: side }, () => row)))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, checksum])
}
