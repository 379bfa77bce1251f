/** Used when the index is built and when it is loaded. */
export const SEARCH_OPTIONS = {
  fields: ['heading', 'title', 'text'],
  storeFields: ['title', 'heading', 'excerpt'],
  // `invalid_pin`, `gpsAvailable` and `/me/claims` are found whole and by their parts.
  tokenize: (text: string): string[] =>
    text
      .split(/[^\p{L}\p{N}_]+/u)
      .flatMap((word) => (word.includes('_') ? [word, ...word.split('_')] : [word])),
  // "rotate" finds "rotating the secret". Codes and paths stay as they are.
  processTerm: (term: string): string => {
    const word = term.toLowerCase()
    return /^[a-z]{5,}$/.test(word) ? word.replace(/(?:ing|ed|es|e|s)$/, '') : word
  },
}
