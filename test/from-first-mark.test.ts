import { expect, test } from 'vitest'
import { fromFirstMark } from '../webview/src/home/from-first-mark.ts'

const shown = (text: string, ...words: string[]) => {
  const ranges = words.map((word) => ({ start: text.indexOf(word), end: text.indexOf(word) + word.length }))
  const cut = fromFirstMark({ text, ranges })
  return [cut.text, ...cut.ranges.map(({ start, end }) => cut.text.slice(start, end))]
}

test('a mark near the start: the whole text', () => {
  expect(shown('Free kopi with any toast set', 'kopi')).toEqual(['Free kopi with any toast set', 'kopi'])
})

test('a mark further on: the text from a word or two before it, with the same marks', () => {
  expect(shown('For regulars: 30% off a bag of beans', 'bag', 'beans')).toEqual([
    '…30% off a bag of beans',
    'bag',
    'beans',
  ])
  expect(shown('本周烘焙的任意一包咖啡豆，可磨粉。收藏本店即可解锁', '磨粉')).toEqual([
    '…磨粉。收藏本店即可解锁',
    '磨粉',
  ])
})
