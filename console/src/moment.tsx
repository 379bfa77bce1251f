const FORMAT = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

/** In the reader's own time zone; exactly, in UTC, where the pointer rests. */
export function Moment({ at }: { at: string }) {
  return (
    <time dateTime={at} title={at}>
      {FORMAT.format(new Date(at))}
    </time>
  )
}
