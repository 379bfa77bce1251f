import { type Mutant, mutantsOf } from './mutants-of.ts'

const COUNTER_TESTS = ['test/api/counter.test.ts']

/** Mistakes in the codes at the counter. */
export const COUNTER_MUTANTS: Mutant[] = [
  ...mutantsOf('src/domain/counter/take-code.ts', COUNTER_TESTS)(
    ["if (use) return isUseOf(taker, use) ? { use } : refuse('code_used')", ''],
    ["if (found.heldBy !== null && found.heldBy !== taker.id) return refuse('code_held')", ''],
    ['if (found.isFresh) await updateHold', 'await updateHold'],
    ['if (!found && isTyped) await insertGuess(tx, taker, now())', ''],
    ['isTyped && !(await lockOpenDevice(tx, taker.id))', 'false'],
    ['!partner || partner.disabled ||', '!partner ||'],
    ['code.isOfIntent && (code.isFresh || isHeldByTaker)', 'code.isFresh || isHeldByTaker'],
    ['code.isOfIntent && (code.isFresh || isHeldByTaker)', 'code.isOfIntent && code.isFresh'],
    ['taker.merchantId === merchantId', 'true'],
  ),
  ...mutantsOf('src/domain/counter/intent-queries.ts', COUNTER_TESTS)(
    ['c.number > i.codes_issued - 2 and', ''],
    ["and c.issued_at > clock_timestamp() - interval '60 seconds' as is_fresh", 'as is_fresh'],
  ),
  ...mutantsOf('src/domain/counter/guess-limit.ts', COUNTER_TESTS)(['guesses: 10', 'guesses: 11']),
]
