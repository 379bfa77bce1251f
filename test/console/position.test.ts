import { expect, test } from 'vitest'
import { readPosition } from '../../console/src/outlets/position.ts'

const SURIA = { latitude: 3.1579, longitude: 101.7116 }

test.each([
  '3.1579, 101.7116',
  ' 3.1579,101.7116 ',
  '3.1579 101.7116',
  '(3.1579; 101.7116)',
  '3.1579°, 101.7116°',
  'geo:3.1579,101.7116?z=18',
  'https://www.google.com/maps/@3.1579,101.7116,17z',
  'https://www.google.com/maps?q=3.1579,101.7116',
  'https://www.google.com/maps/search/?api=1&query=3.1579%2C101.7116',
  'https://www.google.com/maps/place/Suria/@3.15,101.71,17z/data=!3m1!4b1!4m5!3m4!8m2!3d3.1579!4d101.7116',
  'https://www.openstreetmap.org/?mlat=3.1579&mlon=101.7116#map=18/3.15/101.71',
  'https://www.openstreetmap.org/#map=18/3.1579/101.7116',
  'https://maps.apple.com/?ll=3.1579,101.7116',
])('a position is read from %s', (text) => {
  expect(readPosition(text)).toEqual(SURIA)
})

test.each(['', 'Suria KLCC', '3.1579', '91, 0', '0, 181', 'https://maps.app.goo.gl/abc123', '1, 2, 3'])(
  'no position in “%s”',
  (text) => {
    expect(readPosition(text)).toBeNull()
  },
)

test('the southern and western half of the Earth', () => {
  expect(readPosition('-33.8568, -70.6483')).toEqual({ latitude: -33.8568, longitude: -70.6483 })
})
