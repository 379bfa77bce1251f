import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/postgres.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // What comes, comes in a moment; on a busy machine that may be longer than the default of a second.
    expect: { poll: { timeout: 20_000 } },
    pool: 'forks',
    // Most files wait for the database or for a process: two side by side, also where there are two cores only.
    maxWorkers: 2,
  },
})
