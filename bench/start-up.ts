import { join } from 'node:path';
import { buildBinary } from '../scripts/binary/build-binary.ts';
import { systemClock } from '../src/core/kernel/clock.ts';
import { Redactor } from '../src/core/kernel/redact.ts';
import { newMigrationId } from '../src/core/replica/context/identity.ts';
import { createSqliteStore } from '../src/core/state/sqlite/sqlite-store.ts';
import { againstNode } from './against-node.ts';
import type { Figure } from './document/figures.ts';
import type { Part, Section } from './document/section.ts';
import { timeProcess } from './run-process.ts';
import { launcher, type ProcessEnvironment, say } from './surroundings.ts';

const rounds = 21;
const warmUps = 3;

const commands = [
  { args: ['--version'], bound: 2 },
  { args: ['--help'], bound: 2.5 },
  { args: ['status', '--list'], bound: 2.5 },
] as const;

/** The launcher against `node -e 0`, each in turn; the first runs fill the compile cache and are not counted. */
export const startUp: Section = { name: 'start-up', title: 'Start-up', measure };

const prose = `
The bin file run directly by Node, with its compile cache filled. The baseline is \`node -e 0\`. \`status --list\` shows ten
migrations of fifty repositories each.`;

const executableProse = `
The [single executable](install.md#one-executable) against the bin file, in turns.`;

async function measure({ folder, environment }: ProcessEnvironment): Promise<Part[]> {
  const stateFolder = join(folder, 'start-up-state');
  await writeMigrations(stateFolder);
  const processEnvironment = { ...environment, MIGRATOR_STATE_DIR: stateFolder };
  const time = (args: readonly string[]) =>
    timeProcess({ command: process.execPath, args, environment: processEnvironment });

  const executable = join(folder, 'migrator-executable');
  say('the single executable ...');
  await buildBinary({ root: join(import.meta.dirname, '..'), output: executable });

  const figures: Figure[] = [];
  for (const { args, bound } of commands) {
    const name = `migrator ${args.join(' ')}`;
    say(`${name} against node -e 0 ...`);
    figures.push(
      await againstNode({
        ...{ name: `\`${name}\``, bound, rounds, warmUps },
        environment: processEnvironment,
        time: () => time([launcher, ...args]),
      }),
    );
  }
  const executables = await inTurns(commands, {
    own: (args) => timeProcess({ command: executable, args, environment: processEnvironment }),
    npm: (args) => time([launcher, ...args]),
  });
  return [
    { prose, figures },
    { prose: executableProse, figures: executables },
  ];
}

/** Times the executable against the program as npm installs it, in turns. */
async function inTurns(
  all: typeof commands,
  { own, npm }: Record<'own' | 'npm', (args: readonly string[]) => number | Promise<number>>,
): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const { args } of all) {
    const name = `\`migrator ${args.join(' ')}\`, one executable`;
    const times = { ours: [] as number[], baseline: [] as number[] };
    for (let round = -warmUps; round < rounds; round += 1) {
      const [first, second] = [await npm(args), await own(args)];
      if (round < 0) continue;
      times.baseline.push(first);
      times.ours.push(second);
    }
    figures.push({ name, ...times, bound: 1.5 });
  }
  return figures;
}

/** Ten migrations of fifty repositories, as a company's state may look after some weeks. */
async function writeMigrations(stateFolder: string): Promise<void> {
  const store = createSqliteStore({
    stateFolder,
    clock: systemClock,
    isProcessAlive: () => true,
    redactor: new Redactor(),
    hostname: 'here',
  });
  const now = systemClock.now();
  for (let count = 0; count < 10; count += 1) {
    const createdAt = now + 1000 * count;
    const repositories = Array.from({ length: 50 }, (_, index) => ({
      source: `repository-${index}`,
      target: `repository-${index}`,
    }));
    await store.createMigration(
      {
        id: newMigrationId(createdAt, Math.random),
        planDigest: `digest ${count}`,
        planText: JSON.stringify({ repositories }),
        source: { kind: 'bitbucket-cloud', workspace: 'acme-workspace' },
        target: { organization: 'acme' },
        settings: '{}',
        status: 'completed',
        createdAt,
        updatedAt: createdAt,
      },
      repositories,
    );
  }
  await store.close();
}
