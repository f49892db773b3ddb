import { join } from 'node:path';
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

async function measure({ folder, environment }: ProcessEnvironment): Promise<Part[]> {
  const stateFolder = join(folder, 'start-up-state');
  await writeMigrations(stateFolder);
  const processEnvironment = { ...environment, MIGRATOR_STATE_DIR: stateFolder };
  const time = (args: readonly string[]) =>
    timeProcess({ command: process.execPath, args, environment: processEnvironment });

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
  return [{ prose, figures }];
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
