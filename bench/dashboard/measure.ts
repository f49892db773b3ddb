import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { spawn } from '@lydell/node-pty';
import { build } from 'esbuild';
import { bundleOptions } from '../../scripts/bundle/bundle-options.ts';
import { againstNode } from '../against-node.ts';
import type { Amount, Figure } from '../document/figures.ts';
import type { Section } from '../document/section.ts';
import { timeProcess } from '../run-process.ts';
import { launcher, type ProcessEnvironment, say } from '../surroundings.ts';

const source = fileURLToPath(new URL('load.tsx', import.meta.url));
const columns = 120;
const rows = 50;

/** Measures the cost of the dashboard of 1,000 repositories while 32 of them run, and how soon it is shown. */
export const dashboard: Section = {
  name: 'dashboard',
  title: 'Dashboard',
  measure: async (processEnvironment) => {
    const { figures, amounts } = await measureDashboard(processEnvironment);
    const start = await measureStart(processEnvironment);
    const bytes = await measureBytes(processEnvironment);
    return [
      { prose, amounts, figures: [...figures, start] },
      { prose: bytesProse, amounts: bytes },
    ];
  },
};

const prose = `
A simulated run of 1,000 repositories, 32 at a time, each of which reports its progress five times a second, in a terminal of
120 x 50. The steady pace is measured over 25 seconds, as they happen; a frame is the processor time from the events to the last byte
written. Both are multiples of the time that \`node -e 0\` takes, which says how fast the machine is. An hour of the run is then shown as fast as it can be, and what is held in memory after it is compared with what was held after
five minutes. The first screen is that of \`migrate\` on hosts that do not answer, as a multiple of \`node -e 0\`.`;

const bytesProse = `
Bytes that one frame writes to the terminal, for the same run: only rows that differ from the last frame are written. Twelve frames
each, 400 ms of the run apart: in a quiet one only time passes (spinners, durations), in a busy one all 32 repositories report, and a whole one follows a
resize, which draws every row.`;

/** Columns, rows, and the bounds of a quiet, a busy and a whole frame. */
const sizes = [
  { columns: 80, rows: 24, quiet: 2000, busy: 3000, whole: 5000 },
  { columns: 120, rows: 40, quiet: 6000, busy: 9000, whole: 12_000 },
  { columns: 200, rows: 60, quiet: 10_000, busy: 16_000, whole: 24_000 },
] as const;

async function measureBytes(processEnvironment: ProcessEnvironment): Promise<readonly Amount[]> {
  const folder = join(processEnvironment.folder, 'dashboard');
  const amounts: Amount[] = [];
  for (const size of sizes) {
    const where = `${size.columns} x ${size.rows}`;
    say(`Bytes of a frame of ${where} ...`);
    const result = await load(processEnvironment, folder, 'bytes', size);
    for (const kind of ['quiet', 'busy', 'whole'] as const) {
      const samples = (result as Record<typeof kind, number[]>)[kind];
      const name = `${kind} frame of ${where}`;
      amounts.push({ name, unit: 'bytes', samples, bound: size[kind] });
    }
  }
  return amounts;
}

async function measureDashboard(
  processEnvironment: ProcessEnvironment,
): Promise<{ readonly figures: readonly Figure[]; readonly amounts: readonly Amount[] }> {
  const folder = join(processEnvironment.folder, 'dashboard');
  await build({
    ...bundleOptions,
    entryPoints: [source],
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    logLevel: 'warning',
  });
  const { environment } = processEnvironment;
  const bareNode = () => timeProcess({ command: process.execPath, args: ['-e', '0'], environment });
  const before = Array.from({ length: 7 }, bareNode);
  say('The dashboard at its steady pace ...');
  const steady = (await load(processEnvironment, folder, 'steady')) as {
    cpuPercent: number;
    frames: number[];
  };
  // A machine may be twice as fast a minute later.
  const baseline = [...before, ...before.map(bareNode)];
  say('An hour of the dashboard ...');
  const hour = (await load(processEnvironment, folder, 'hour')) as { grownMegabytes: number };
  const aSecond = steady.cpuPercent * 10;
  return {
    figures: [
      {
        name: 'processor time in a second at its steady pace',
        ...{ ours: [aSecond], baseline, bound: 3 },
      },
      {
        name: 'time of a frame, events and drawing together',
        ...{ ours: steady.frames, baseline, bound: 1 },
      },
    ],
    amounts: [
      {
        ...{ name: 'memory that an hour adds', unit: 'MB', samples: [hour.grownMegabytes] },
        ...{ bound: 10, digits: 1 },
      },
    ],
  };
}

function measureStart(processEnvironment: ProcessEnvironment): Promise<Figure> {
  say('How soon the dashboard is there ...');
  return againstNode({
    name: 'time from the command to the first screen',
    ...{ bound: 20, rounds: 7, warmUps: 2, environment: processEnvironment.environment },
    time: () => timeFirstScreen(processEnvironment),
  });
}

async function load(
  { environment }: ProcessEnvironment,
  folder: string,
  how: 'steady' | 'hour' | 'bytes',
  size: { readonly columns: number; readonly rows: number } = { columns, rows },
): Promise<unknown> {
  const result = join(folder, `${how}.json`);
  const args = ['--expose-gc', join(folder, 'load.mjs'), how, result];
  const { ended } = inTerminal(args, environment, size);
  const { code, written } = await ended;
  if (code !== 0) throw new Error(`the dashboard failed:\n${written}`);
  return JSON.parse(await readFile(result, 'utf8'));
}

/** Milliseconds from the start of `migrate` to the first frame. The hosts never answer: nothing waits for them. */
async function timeFirstScreen({ folder, environment }: ProcessEnvironment): Promise<number> {
  const plan = join(folder, 'dashboard-plan.json');
  await writeFile(plan, JSON.stringify(planOfOne));
  const silent = createServer();
  await once(silent.listen(0, '127.0.0.1'), 'listening');
  const address = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  const startedAt = performance.now();
  const { child, until, ended } = inTerminal([launcher, 'migrate', '--plan', plan], {
    ...environment,
    MIGRATOR_STATE_DIR: join(folder, 'dashboard-state'),
    SRC_USERNAME: 'robin',
    SRC_API_TOKEN: 'token',
    DST_TOKEN: 'token',
    ...{ SRC_API_URL: address, SRC_GIT_URL: address, DST_API_URL: address, DST_GIT_URL: address },
  });
  await until('pause');
  const milliseconds = performance.now() - startedAt;
  // A process that is killed leaves no compiled code behind for the next one.
  child.kill('SIGTERM');
  await ended;
  silent.close();
  return milliseconds;
}

const planOfOne = {
  version: 1,
  source: { kind: 'bitbucket-cloud', workspace: 'acme-workspace' },
  target: { organization: 'acme' },
  options: {},
  repositories: [{ source: 'web', target: 'web', visibility: 'private' }],
};

function inTerminal(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  size = { columns, rows },
) {
  const child = spawn(process.execPath, [...args], {
    cols: size.columns,
    rows: size.rows,
    env: { ...environment, TERM: 'xterm-256color', LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8' },
  });
  let written = '';
  const watchers = new Set<() => void>();
  child.onData((text) => {
    written = `${written}${text}`.slice(-20_000);
    for (const watch of watchers) watch();
  });
  const ended = new Promise<{ code: number; written: string }>((resolve) => {
    child.onExit(({ exitCode }) => resolve({ code: exitCode, written }));
  });
  /** Resolves once this has been written. */
  function until(text: string): Promise<void> {
    return new Promise((resolve) => {
      const watch = () => {
        if (!written.includes(text)) return;
        watchers.delete(watch);
        resolve();
      };
      watchers.add(watch);
      watch();
    });
  }
  return { child, until, ended };
}
