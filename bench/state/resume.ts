import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import type { RecordedRequest } from '../../sandbox/network/request-log.ts';
import type { Amount } from '../document/figures.ts';
import { startHostsProcess } from '../hosts/hosts-process.ts';
import { runProcess } from '../run-process.ts';
import { launcher, type ProcessEnvironment, say } from '../surroundings.ts';
import { beginMigration, openStore, planOf } from './store.ts';

const done = 999;
const rounds = 7;
const left = 'small-1';

/** `migrate --resume` of a migration that lacks one repository of a thousand. */
export async function measureResume(processEnvironment: ProcessEnvironment): Promise<Amount[]> {
  say(`migrate --resume with ${done} of ${done + 1} repositories done ...`);
  const { environment } = processEnvironment;
  const folder = await mkdtemp(join(processEnvironment.folder, 'resume-'));
  await using hostsProcess = startHostsProcess(environment);
  const hosts = await hostsProcess.ask({
    kind: 'start',
    folder: join(folder, 'hosts'),
    groups: ['small'],
    listed: done,
  });
  const slugs = Array.from({ length: done }, (_, index) => `listed-${index + 1}`);
  const plan = planOf([...slugs, left], hosts);
  const waits: number[] = [];
  const needless: number[] = [];
  const all: number[] = [];
  for (let round = -1; round < rounds; round += 1) {
    const stateFolder = join(folder, `state${round}`);
    const store = openStore(stateFolder);
    const id = await beginMigration(store, plan);
    await store.close();
    const startedAt = Date.now();
    await runProcess({
      command: process.execPath,
      args: [launcher, 'migrate', '--resume', id, '--plain'],
      environment: { ...environment, ...hosts.environment, MIGRATOR_STATE_DIR: stateFolder },
      folder,
    });
    const requests = await hostsProcess.ask({ kind: 'take-requests' });
    await hostsProcess.ask({ kind: 'remove-targets' });
    if (round < 0) continue;
    waits.push(firstWork(requests) - startedAt);
    needless.push(requests.filter(isAboutDone).length);
    all.push(requests.length);
  }
  const until = 'resume, one of a thousand left: until it fetches';
  return [
    { name: until, unit: 'ms', samples: waits, bound: 2000 },
    { name: 'the same: requests for what is done', unit: 'requests', samples: needless, bound: 0 },
    { name: 'the same: requests in all', unit: 'requests', samples: all, bound: null },
  ];
}

/** When git was first answered: all before that are checks. */
function firstWork(requests: readonly RecordedRequest[]): number {
  const first = requests.find(({ host }) => host === 'bitbucket-git');
  if (first === undefined) throw new Error('nothing was fetched');
  return first.at;
}

/** Lists of all repositories would tell of them too. */
function isAboutDone({ path }: RecordedRequest): boolean {
  return path.includes('listed-') || /\/2\.0\/repositories\/[^/]+\/?$/.test(path);
}
