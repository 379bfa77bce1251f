import type { Voucher } from '../api/routes.ts'
import { Icon } from '../components/icons.tsx'
import { format, words } from '../language/words.ts'
import { serverNow } from '../time/server-clock.ts'
import { usableUntil } from './usable-period.ts'

/**
 * A reminder of the last day. It is a link to a file of the service: webviews cannot save a file that a page creates, but
 * their hosts open links outside.
 */
export function AddToCalendar({ voucher }: { voucher: Voucher }) {
  const { id, isActive, me } = voucher
  const end = usableUntil(voucher)
  if (end === null || Date.parse(end) <= serverNow() || !isActive || me.remaining === 0) return null
  return (
    <a
      class="add-to-calendar"
      href={`/calendar/${id}/voucher.ics?lang=${format.locale}`}
      target="_blank"
      rel="noopener noreferrer"
    >
      <Icon>
        <path d="M4.5 6h15v14h-15zM4.5 10h15M8 3.5V7M16 3.5V7M12 12.5v5M9.5 15h5" />
      </Icon>
      {words.voucher.addToCalendar}
    </a>
  )
}
