import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/helpers/templates.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // One more than the cores that it has to do with: tests of the program wait for it, and for clocks.
    maxWorkers: 3,
    // No module of ours keeps state: a worker need not begin anew for each file.
    isolate: false,
  },
});
