import { join } from 'node:path';
import { usersEnvironment } from '../../sandbox/environment.ts';
import { startSandbox } from '../../sandbox/sandbox.ts';
import { licensing } from '../../src/core/license/issue/issue-license.ts';
import type { Part, Section } from '../document/section.ts';
import { runProcess } from '../run-process.ts';
import { launcher, type ProcessEnvironment, say } from '../surroundings.ts';

/** Milliseconds that the host takes for a request, as GitHub does from far away. */
const latencyMs = 300;
const mostRequests = 60;
const mostSeconds = 300;

/** Measures the cost of `doctor --calibrate` on github.com. */
export const calibration: Section = { name: 'calibration', title: 'Calibration', measure };

const prose = `
\`migrator doctor --calibrate\` on an embedded github.com with its documented limits, a second between two writes and six pushes a
minute among them, which answers each request after ${latencyMs} ms. Most of the time is spent on waiting for pushes.`;

async function measure({ folder, environment }: ProcessEnvironment): Promise<Part[]> {
  say('calibration: a few minutes, by the limits of GitHub ...');
  await using sandbox = await startSandbox({
    ...{ folder: join(folder, 'calibration-hosts'), workspace: 'empty', licensing, latencyMs },
    gitEnvironmentPath: environment.PATH ?? '',
    limits: { github: { writeIntervalMs: 1000, secondaryRetryAfter: 60 } },
  });
  const scopes = ['repo', 'workflow', 'delete_repo'];
  const startedAt = performance.now();
  const { stdout } = await runProcess({
    command: process.execPath,
    args: [
      ...[launcher, 'doctor', '--calibrate'],
      ...['--target-org', sandbox.organization, '--json'],
    ],
    environment: {
      ...environment,
      ...usersEnvironment(sandbox),
      DST_TOKEN: sandbox.github.tokens.add({ scopes }),
      // On loopback there is none unless it is asked for.
      DST_WRITE_INTERVAL: '1',
      MIGRATOR_STATE_DIR: join(folder, 'calibration-state'),
    },
    folder,
  });
  const seconds = (performance.now() - startedAt) / 1000;
  const others = (JSON.parse(stdout).probes as { verdict: string }[]).filter(
    ({ verdict }) => verdict === 'other',
  );
  const requests = sandbox.requests.filter(({ host }) => host === 'github');
  const creating = requests.filter(({ contentCreating }) => contentCreating);
  const amount = (name: string, unit: string, value: number, bound: number | null) => ({
    ...{ name, unit, samples: [value], bound },
  });
  return [
    {
      prose,
      amounts: [
        amount('content-creating requests', 'requests', creating.length, mostRequests),
        amount('REST', 'requests', requests.length, null),
        amount('time', 's', Math.round(seconds), mostSeconds),
        amount('wrongly found to be otherwise', 'probes', others.length, 0),
        amount('repositories left', 'repositories', sandbox.github.repositories.length, 0),
      ],
    },
  ];
}
