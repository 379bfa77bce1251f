import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type MarkupNode, type MarkupTag, parseMarkup, plainText } from '../../contract/markup.ts'
import { anyText } from '../support/any-text.ts'

function el(tag: MarkupTag, ...children: MarkupNode[]): MarkupNode {
  return { tag, children }
}

function leaves(nodes: MarkupNode[]): string {
  return nodes.map((node) => (typeof node === 'string' ? node : leaves(node.children))).join('')
}

function depth(nodes: MarkupNode[]): number {
  return Math.max(0, ...nodes.map((node) => (typeof node === 'string' ? 0 : 1 + depth(node.children))))
}

describe('plainText', () => {
  test.each([
    ['{b}Free{/b} coffee', 'Free coffee'],
    ['{B}Free{/b} {R}coffee{/R}', 'Free coffee'],
    ['{s}{r}{b}9{/b}{/r}{/s}', '9'],
    ['{/b}unbalanced{r}', 'unbalanced'],
    ['{x}{b }{ b}{/}{}{b/}{bb}{//b}', '{x}{b }{ b}{/}{}{b/}{bb}{//b}'],
    // Case folding turns it into S, but it is not a tag.
    ['{ſ}', '{ſ}'],
    ['5 < 6 & "7"', '5 < 6 & "7"'],
    ['', ''],
  ])('%j → %j', (title, expected) => {
    expect(plainText(title)).toBe(expected)
  })

  test('one pass only: a tag that appears when another is removed stays text', () => {
    expect(plainText('{{b}b}')).toBe('{b}')
    expect(parseMarkup('{{b}b}')).toEqual(['{', el('b', 'b}')])
  })
})

describe('parseMarkup', () => {
  test.each<[string, string, MarkupNode[]]>([
    ['text without tags', 'Free coffee', ['Free coffee']],
    ['the empty string', '', []],
    ['one tag of each kind', '{b}x{/b}{r}y{/r}{s}z{/s}', [el('b', 'x'), el('r', 'y'), el('s', 'z')]],
    [
      'nesting',
      'a{b}b{r}c{s}d{/s}e{/r}f{/b}g',
      ['a', el('b', 'b', el('r', 'c', el('s', 'd'), 'e'), 'f'), 'g'],
    ],
    ['any case', '{B}x{/b}{r}y{/R}', [el('b', 'x'), el('r', 'y')]],
    ['an unclosed tag runs to the end', '{b}x{r}y', [el('b', 'x', el('r', 'y'))]],
    ['a closing tag without an opener is dropped', 'x{/b}y{b}z', ['xy', el('b', 'z')]],
    [
      'mis-nested: the inner tag is closed and reopened',
      '{b}x{r}y{/b}z{/r}',
      [el('b', 'x', el('r', 'y')), el('r', 'z')],
    ],
    [
      'mis-nested across two tags, which reopen in order',
      '{b}{r}{s}x{/b}y',
      [el('b', el('r', el('s', 'x'))), el('r', el('s', 'y'))],
    ],
    [
      'a tag inside the same tag: closed by the outer closing tag',
      '{b}x{b}y{/b}z{/b}w',
      [el('b', 'xyz'), 'w'],
    ],
    ['tags around nothing are dropped', 'x{b}{r}{/b}{/r}y', ['xy']],
    [
      'an element that is closed and reopened immediately is one element',
      '{b}x{/b}{b}y{/b}',
      [el('b', 'xy')],
    ],
    ['unknown braces are text', '{x}{b}{i}{/b}', ['{x}', el('b', '{i}')]],
    ['HTML is text', '{b}<img src=x>{/b}', [el('b', '<img src=x>')]],
  ])('%s', (_, title, expected) => {
    expect(parseMarkup(title)).toEqual(expected)
  })
})

describe('properties', () => {
  const part = fc.constantFrom(
    '{b}',
    '{/b}',
    '{R}',
    '{/r}',
    '{s}',
    '{/S}',
    '{',
    '}',
    '/',
    'b',
    '{x}',
    'é',
    '\ud83d',
  )
  const anyTitle = fc.oneof(
    fc.array(part, { maxLength: 40 }).map((parts) => parts.join('')),
    anyText,
  )

  test('the joined leaves equal the plain text', () => {
    fc.assert(
      fc.property(anyTitle, (title) => {
        expect(leaves(parseMarkup(title))).toBe(plainText(title))
      }),
      { numRuns: 2000 },
    )
  })

  test('a letter has a tag if that tag was opened more often than closed before it', () => {
    const tags = fc.constantFrom('{b}', '{/b}', '{r}', '{/r}', '{s}', '{/s}')
    const letter = fc.constantFrom('x', 'y')

    function styles(nodes: MarkupNode[], around: string[] = []): string[] {
      return nodes.flatMap((node) => {
        if (typeof node !== 'string') return styles(node.children, [...around, node.tag])
        return [...node].map((char) => char + around.toSorted().join(''))
      })
    }

    function expectedStyles(parts: string[]): string[] {
      const open = { b: 0, r: 0, s: 0 }
      return parts.flatMap((text) => {
        const tag = text.at(-2) as MarkupTag | undefined
        if (!tag) return [text + (['b', 'r', 's'] as const).filter((name) => open[name] > 0).join('')]
        open[tag] = Math.max(0, open[tag] + (text.includes('/') ? -1 : 1))
        return []
      })
    }

    fc.assert(
      fc.property(fc.array(fc.oneof(tags, letter), { maxLength: 40 }), (parts) => {
        expect(styles(parseMarkup(parts.join('')))).toEqual(expectedStyles(parts))
      }),
      { numRuns: 1000 },
    )
  })

  test('the tree is at most three deep, without empty elements or texts', () => {
    function check(nodes: MarkupNode[]): void {
      for (const node of nodes) {
        if (typeof node === 'string') expect(node).not.toBe('')
        else expect(node.children).not.toEqual([])
        if (typeof node !== 'string') check(node.children)
      }
    }
    fc.assert(
      fc.property(anyTitle, (title) => {
        const tree = parseMarkup(title)
        expect(depth(tree)).toBeLessThanOrEqual(3)
        check(tree)
      }),
    )
  })
})

describe('a hostile title', () => {
  // Linear work on these takes a tenth of a second; quadratic work takes minutes.
  const limitMs = 2000
  const units = ['{b}', '{b}x', '{/b}x', '{', '{{b}b}', '{b}x{r}y{/b}z{/r}', '{b}x{/b}y']

  test.each(units)('600,000 characters of %s take linear time', (unit) => {
    const title = unit.repeat(600_000 / unit.length)
    const startedAt = performance.now()
    const tree = parseMarkup(title)
    const text = plainText(title)
    expect(performance.now() - startedAt).toBeLessThan(limitMs)
    expect(leaves(tree) === text).toBe(true)
  })

  test('200,000 opening tags around a text make one element', () => {
    expect(parseMarkup(`${'{b}'.repeat(200_000)}x${'{/b}'.repeat(199_999)}y{/b}z`)).toEqual([
      el('b', 'xy'),
      'z',
    ])
  })
})
