import type { Static } from 'typebox'
import { Like, Nullable, OneOf } from '../shapes/fields.ts'
import { Type } from '../shapes/type.ts'

/** How the text of a value is read, so that each language writes it in its own way. */
export const FACT_TYPES = [
  'TEXT',
  'NAME',
  'CODE',
  'NUMBER',
  'SECONDS',
  'DURATION',
  'TIME',
  'TIME_IN_ZONE',
  'MONTH',
  'MONEY',
  'HOURS',
  'SPAN',
  'LANGUAGE',
  'BOOLEAN',
  'LIST',
  'ALL',
  'NONE',
] as const

const type = OneOf(FACT_TYPES, {
  description:
    'How to read `value`. TEXT is a text that a person wrote, NAME the name of a record or a short text, CODE a code of the ' +
    'API, SECONDS and DURATION a number of seconds, TIME_IN_ZONE a time and the name of a zone, HOURS the opening hours in their text form, SPAN two times of the day. LIST has its `items`. ALL and NONE are ' +
    'what no list means for the field, and an empty list.',
  examples: ['NUMBER'],
})
const value = Type.String({
  description: 'The value in the same form for every language. Of a LIST, the number of its items.',
  examples: ['500'],
})

export const FactValue = Type.Object(
  {
    type,
    value,
    items: Type.Optional(
      Type.Array(Type.Object({ type, value }), { description: 'The first items of a LIST, at most five.' }),
    ),
  },
  { title: 'FactValue' },
)

export const FACT_CHANGES = [
  'VALUE',
  'AGAIN',
  'ADDED',
  'REMOVED',
  'CHANGED',
  'SET',
  'ITEMS',
  'ORDER',
] as const

export const ChangeFact = Type.Object(
  {
    property: Type.String({
      description: 'The name of the changed field in the API.',
      examples: ['globalRedemptionCap'],
    }),
    field: Type.String({
      description: 'The field or the part of it that changed, as a key of a catalogue of words.',
      examples: ['globalRedemptionCap'],
    }),
    change: OneOf(FACT_CHANGES, {
      description:
        'What happened. VALUE goes from one value to another, AGAIN to the same. ITEMS were removed from a list (`from`) ' +
        'or added (`to`), ORDER is their order. The others happened to a value that is not shown.',
      examples: ['VALUE'],
    }),
    language: Type.Optional(
      Type.String({ description: 'The language of a translated text.', examples: ['ms'] }),
    ),
    inside: Type.Optional(
      Type.String({ description: 'The sub-category whose field changed.', examples: ['Coffee'] }),
    ),
    hasNote: Type.Optional(Type.Boolean({ description: 'True if there is a note.', examples: [true] })),
    from: Nullable(FactValue),
    to: Nullable(FactValue),
  },
  { title: 'ChangeFact' },
)

/** A sentence as data: a key of a catalogue, and the values of its placeholders. */
export const factsOfSentence = {
  sentence: Type.String({
    description: 'What was done, as a key of a catalogue of words. `changes`: the changes say it.',
    examples: ['changes'],
  }),
  details: Type.Unsafe<Record<string, Static<typeof FactValue>>>({
    type: 'object',
    additionalProperties: FactValue,
    description:
      'The values in the sentence, by the names of their placeholders. `count` chooses the plural form.',
    examples: [{}],
  }),
}

export const SentenceFacts = Type.Object({
  ...factsOfSentence,
  sentence: Like(factsOfSentence.sentence, {
    description: 'What to say, as a key of a catalogue of words.',
    examples: ['too_far:measured'],
  }),
})

/** Only a reason that says that a request is invalid has issues. */
export const ReasonFacts = Type.Object({
  ...SentenceFacts.properties,
  issues: Type.Optional(
    Type.Array(
      Type.Object({
        path: Type.String({
          description: 'A JSON pointer. Empty for the request as a whole.',
          examples: ['/validUntil'],
        }),
        ...SentenceFacts.properties,
      }),
      {
        description:
          'What is wrong with parts of a request, at most five. `details.count` is the number of the others.',
      },
    ),
  ),
})

/** Texts of the API as data. The console writes them in the language of the reader. */
export const SentencesFacts = Type.Array(ReasonFacts, {
  description:
    'The same as data, without words: one item for each sentence. The console writes them in the language of the reader.',
})

/** What the words of an entry are built from, in any language. */
export const EntryFacts = Type.Object(
  { ...factsOfSentence, changes: Type.Array(ChangeFact) },
  {
    title: 'EntryFacts',
    description:
      'The same as data, without words: `summary` and `changes` are built from it, in English. The console builds them in ' +
      'the language of the reader.',
  },
)
