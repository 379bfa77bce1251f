/** The start of a text, counted in code points as the service counts. The attribute `maxlength` counts an emoji twice. */
export function firstCharacters(text: string, max: number): string {
  return text.length <= max ? text : [...text].slice(0, max).join('')
}
