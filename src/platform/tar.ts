export type TarEntry = { path: string; content: string | Buffer }

const BLOCK_BYTES = 512
const MAX_PATH_LENGTH = 100

/** A tar archive (POSIX ustar) of files that only their owner may read. */
export function tarOf(entries: TarEntry[], modifiedAt: Date): Buffer {
  const parts = entries.flatMap(({ path, content }) => {
    const bytes = Buffer.from(content)
    const padding = Buffer.alloc((BLOCK_BYTES - (bytes.length % BLOCK_BYTES)) % BLOCK_BYTES)
    return [headerOf(path, bytes.length, modifiedAt), bytes, padding]
  })
  // Two empty blocks end an archive.
  return Buffer.concat([...parts, Buffer.alloc(2 * BLOCK_BYTES)])
}

function headerOf(path: string, size: number, modifiedAt: Date): Buffer {
  if (Buffer.byteLength(path) > MAX_PATH_LENGTH) throw new Error(`too long for an archive: ${path}`)
  const header = Buffer.alloc(BLOCK_BYTES)
  const octal = (value: number, length: number) => value.toString(8).padStart(length, '0')
  header.write(path, 0)
  header.write(octal(0o600, 7), 100)
  header.write(octal(0, 7), 108)
  header.write(octal(0, 7), 116)
  header.write(octal(size, 11), 124)
  header.write(octal(Math.floor(modifiedAt.getTime() / 1000), 11), 136)
  // The sum is taken with spaces in its own field.
  header.write(' '.repeat(8), 148)
  header.write('0', 156)
  header.write('ustar\u000000', 257)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${octal(sum, 6)}\u0000 `, 148)
  return header
}
