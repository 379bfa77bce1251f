import { routesOf } from '../define-route.ts'
import { Uuid } from '../shapes/fields.ts'
import { LANGUAGE_NOTE, LanguageQuery } from '../shapes/translations.ts'
import { Type } from '../shapes/type.ts'

const defineRoute = routesOf('public', 'Browse')

export const getReminder = defineRoute({
  id: 'getReminder',
  method: 'GET',
  path: '/calendar/{voucherId}/voucher.ics',
  summary: 'Get the last day of a voucher as a calendar file',
  description:
    'For “Add to calendar”. It needs no token, since the phone opens it outside the webview: so it has only the title, ' +
    'the merchant and the end. If the voucher ends with a day of the merchant’s calendar, the event is that whole day; ' +
    'otherwise it is the last hour. A file that is opened again changes the same event. Only a published voucher ' +
    `that has an end has one. ${LANGUAGE_NOTE}`,
  params: Type.Object({ voucherId: Uuid }),
  query: Type.Object(LanguageQuery),
  responses: {
    200: {
      description: 'An iCalendar file (RFC 5545) with one event.',
      body: Type.String({ examples: ['BEGIN:VCALENDAR\r\nVERSION:2.0\r\n…\r\nEND:VCALENDAR\r\n'] }),
      type: 'text/calendar',
    },
  },
  errors: ['not_found'],
})
