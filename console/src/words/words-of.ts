/**
 * What a translation of an English catalogue must have: the same keys, and functions of the same parameters. The compiler
 * refuses a translation in which one is missing.
 */
export type WordsOf<English> = English extends string
  ? string
  : English extends (...details: infer Details) => infer Result
    ? (...details: Details) => WordsOf<Result>
    : English extends readonly (infer Item)[]
      ? readonly WordsOf<Item>[]
      : English extends object
        ? { readonly [Key in keyof English]: WordsOf<English[Key]> }
        : English
