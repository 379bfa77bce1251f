import { ValueWriter } from '@counterfoil/contract/words/write-value.ts'
import { languageIn } from './describe.ts'

const writer = new ValueWriter(languageIn('UTC'))

/** Why a call failed, in the language of the console. The service stores it in English. */
export const explainFailure = (error: string): string => writer.explain(error)
