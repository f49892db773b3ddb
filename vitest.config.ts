import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vitest/config';

const testsIn = (folder: string) => `${folder}/**/*.test.{ts,tsx}`;

/** Kills and lost answers, and the built program: several processes at one migration, real terminals, its package. */
const endToEnd = [
  ...[
    'test/{faults-pull-requests,package,terminal}',
    'test/program/{database,interruptions,whole-workspaces}',
  ].map(testsIn),
  // Malformed inputs take half a gigabyte, which a worker never gives back, and start few processes.
  testsIn('test/faults/!(inputs)'),
  'test/faults/*.test.ts',
];

/** Real git and the embedded hosts; the program mostly in the tests' own process. */
const processes = [
  'test/{cli,program,sandbox}',
  'test/core/{archive,discovery,git,replica,run,state/dispatch,verbs/cutover/lock,verbs/migrate,verbs/sync}',
].map(testsIn);

/**
 * Once more what fails, and the report says so (`retry x1`): real terminals, signals and kills meet moments that no test can
 * choose. What a program does wrong by itself fails twice.
 */
const ofProcesses = {
  retry: 1,
  // Linux copies the map of a process's memory each time that it starts another: half of it was young garbage.
  execArgv: ['--max-semi-space-size=8'],
};

/** Vitest asks packages for their development builds: that of micromark is not what ships, and checks each step. */
const asShipped: Plugin = {
  name: 'as-shipped',
  configResolved({ ssr }) {
    if (ssr.resolve !== undefined) ssr.resolve.conditions = ['node'];
  },
};

export default defineConfig({
  plugins: [asShipped],
  test: {
    globalSetup: [
      'test/helpers/memory-folder.ts',
      'test/helpers/templates.ts',
      'test/helpers/postgresql/server-folder.ts',
    ],
    // Against what hangs alone: how fast something is belongs to the bench, and machines are slow in their own ways.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 30_000 } },
    // More than two cores, as tests wait for clocks; but each worker loads all modules for itself.
    maxWorkers: 4,
    // Node itself loads all modules: it keeps what it has compiled, and Vite would hold each source as well.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    execArgv: ['--import', fileURLToPath(new URL('test/helpers/jsx.ts', import.meta.url))],
    // No module of ours keeps state: a worker need not begin anew for each file.
    isolate: false,
    // In the order of their names. A worker that has grown to hundreds of megabytes takes ten times as long to start a
    // process, because Linux copies the map of its memory: what starts many has workers of its own. It also takes
    // longest, and the others fill what is left over at the end.
    projects: [
      { extends: true, test: { ...ofProcesses, name: '1 end to end', include: endToEnd } },
      {
        extends: true,
        test: { ...ofProcesses, name: '2 processes', include: processes, exclude: endToEnd },
      },
      {
        extends: true,
        test: {
          name: '3 calculations',
          include: ['test/**/*.test.{ts,tsx}'],
          exclude: [...processes, ...endToEnd],
          // They start few processes, and make much garbage: what is read as Markdown took a third more to clear.
          execArgv: ['--max-semi-space-size=32'],
        },
      },
    ],
  },
});
