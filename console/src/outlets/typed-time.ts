/** A time as people type it: `9`, `930`, `9:30` and `09.30` become `09:00` and `09:30`. Other text stays as it is. */
export function readTypedTime(text: string): string {
  const [, hours, minutes = '00'] = /^(\d{1,2})(?:[:.]?(\d{2}))?$/.exec(text.trim()) ?? []
  return hours === undefined ? text : `${hours.padStart(2, '0')}:${minutes}`
}
