import { errorMeaning } from '../facts/reasons.tsx'
import { Coded } from '../kit/coded.tsx'

/** An error code with its meaning. */
export function CodedError({ code }: { code: string }) {
  return <Coded words={errorMeaning(code)} code={code} />
}
