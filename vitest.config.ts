import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * These start browsers or processes, take the database down, or need more than two seconds of CPU time. `npm run test:fast`
 * leaves them out.
 */
const HEAVY = [
  'test/admin/{anonymous-sign-ins,code-import-jobs,codes,codes-limits,deliver-now,deliveries-filters,image-widths,partners,redemptions,replay,requests-flood,roles,second-factor,single-sign-on,void,webhook-resume}.test.ts',
  'test/contract/openapi.test.ts',
  'test/sandbox/sandbox.test.ts',
  'test/growth/**/*.test.ts',
  'test/races/{interleavings,interleavings-in-postgres,isolation,pin-guesses,redemption-traps,redemptions,redemptions-model,statements,terms-under-load,users-model}.test.ts',
  'test/redemptions/{archive,ledger}.test.ts',
  'test/webhooks/{dispatch,fanout,feed,leases,partition-move,retention}.test.ts',
  'test/browser/**/*.test.ts',
  'test/faults/**/*.test.ts',
  'test/cli/{approvals,archive,audit-ledger,backup,bulk,cells,check-config,codes-import,embedded,images,imports,keys-and-partners,lists,listen,listen-embedded,maintenance,staff,statements,support-bundle,trigger,usage,user,verify-audit}.test.ts',
  'test/cells/{cells,moves}.test.ts',
  'test/demo.test.ts',
  'test/docs/{every-block,language-pages,pages-run,quickstarts-run,receivers}.test.ts',
  'test/admin/images-in-bucket.test.ts',
  'test/platform/embedded.test.ts',
  'test/api/{claim-voucher,events-feed-guide,languages,list-merchants-paging,redeem-pins}.test.ts',
  'test/sdk/{cli,framework-examples,host-package,languages,node-backend,package,package-go,package-java,package-python,tour}.test.ts',
  'test/deploy/{alert-outages,container,kubernetes-schemas,npm-package}.test.ts',
  'test/webhooks/{loss,retention-start}.test.ts',
]
/** These mock or measure a module from its first load on, so each needs a worker for itself. `test:fast` leaves them out too. */
const ISOLATED = [
  'test/auth/jwks.test.ts',
  'test/api/{hmac-timing,token}.test.ts',
  'test/contract/signature.test.ts',
  'test/platform/tracing.test.ts',
  'test/redemptions/decide-coverage.test.ts',
  'test/races/month-boundary.test.ts',
]
/** Judges what all others have recorded. */
const LAST = ['test/error-codes.test.ts']

const test = {
  testTimeout: 60_000,
  hookTimeout: 60_000,
  // On a busy machine, what a test polls for can take longer than the default of one second.
  expect: { poll: { timeout: 20_000 } },
  pool: 'forks' as const,
  setupFiles: ['test/support/watch-responses.ts'],
  // Node keeps compiled code here, for workers and for the processes that tests start: half of their start-up time.
  env: { NODE_COMPILE_CACHE: fileURLToPath(new URL('node_modules/.cache/compiled', import.meta.url)) },
}

/** The longest files come first: at the end of a run, short ones keep all workers busy. */
class HeavyFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isHeavy = ({ project }: TestSpecification) => project.name === 'heavy'
    return [...sorted.filter(isHeavy), ...sorted.filter((file) => !isHeavy(file))]
  }
}

export default defineConfig({
  test: {
    globalSetup: ['test/support/postgres.ts', 'test/support/response-records.ts'],
    sequence: { sequencer: HeavyFirst },
    // Most files wait for the database, a process or a browser: four at once keep two cores busy.
    maxWorkers: 4,
    projects: [
      // Without isolation, a worker loads the app once, not once for each file: two seconds of CPU time per file.
      {
        test: {
          ...test,
          name: 'heavy',
          include: HEAVY,
          isolate: false,
          globalSetup: 'test/browser/install-chromium.ts',
        },
      },
      {
        test: {
          ...test,
          name: 'light',
          include: ['test/**/*.test.ts'],
          exclude: [...HEAVY, ...ISOLATED, ...LAST],
          isolate: false,
        },
      },
      { test: { ...test, name: 'isolated', include: ISOLATED } },
      { test: { ...test, name: 'last', include: LAST, setupFiles: [], sequence: { groupOrder: 1 } } },
    ],
  },
})
