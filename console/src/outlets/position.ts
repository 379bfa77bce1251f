export type Position = { latitude: number; longitude: number }

const NUMBER = '(-?\\d{1,3}(?:\\.\\d+)?)'

/** How maps and people write a position, the most exact first: a marker, then the middle of the map, then two numbers. */
const FORMS = [
  `!3d${NUMBER}!4d${NUMBER}`,
  `[?&]mlat=${NUMBER}&mlon=${NUMBER}`,
  `[?&](?:q|query|ll|sll|center|destination|daddr)=(?:loc:)?${NUMBER}(?:,|%2C)\\s*(?:\\+|%20)?${NUMBER}`,
  `@${NUMBER},${NUMBER}`,
  `#map=\\d+(?:\\.\\d+)?/${NUMBER}/${NUMBER}`,
  `^geo:${NUMBER},${NUMBER}`,
  `^\\(?\\s*${NUMBER}\\s*°?\\s*[,;\\s]\\s*${NUMBER}\\s*°?\\s*\\)?$`,
].map((form) => new RegExp(form))

/** Reads `lat, lng` or a link of a map. Null if it holds no position, or one that is not on Earth. */
export function readPosition(text: string): Position | null {
  const trimmed = text.trim()
  for (const form of FORMS) {
    const [, latitude, longitude] = form.exec(trimmed) ?? []
    if (latitude === undefined || longitude === undefined) continue
    const position = { latitude: Number(latitude), longitude: Number(longitude) }
    return isOnEarth(position) ? position : null
  }
  return null
}

function isOnEarth({ latitude, longitude }: Position): boolean {
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
}

export function writePosition({ latitude, longitude }: Position): string {
  return `${latitude}, ${longitude}`
}
