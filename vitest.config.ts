import { defineConfig } from 'vitest/config';

const calculations = [
  'test/core/{config,files,forecast,plan,pull-requests,report,state,text,users,verification}/**',
  'test/contract/**',
  'test/scripts/**',
  'test/ui/**',
  'test/cli/parse-flags.test.ts',
];

export default defineConfig({
  test: {
    globalSetup: ['test/helpers/templates.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Two more than the cores that it has to do with: tests of the program wait for it, and for clocks.
    maxWorkers: 4,
    // No module of ours keeps state: a worker need not begin anew for each file.
    isolate: false,
    // In the order of their names. A worker that has grown to hundreds of megabytes takes ten times as long to start a
    // process, because Linux copies the map of its memory: what starts processes has workers of its own. It also takes
    // longest, and the others fill what is left over at the end.
    projects: [
      {
        extends: true,
        test: { name: '1 processes', include: ['test/**/*.test.{ts,tsx}'], exclude: calculations },
      },
      {
        extends: true,
        test: {
          name: '2 calculations',
          include: calculations.map((one) => one.replace('**', '**/*.test.{ts,tsx}')),
        },
      },
    ],
  },
});
