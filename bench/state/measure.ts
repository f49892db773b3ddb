import { join } from 'node:path';
import type { Amount } from '../figures.ts';
import { type HostsProcess, startHostsProcess } from '../hosts/hosts-process.ts';
import type { Hosts } from '../hosts/messages.ts';
import { runProgram } from '../pull-requests/program.ts';
import { runProcess, timeProcess } from '../run-process.ts';
import type { Part, Section } from '../section.ts';
import { launcher, type Surroundings, say } from '../surroundings.ts';
import { donePrefix, writeLargeState } from './large-state.ts';

const rounds = 7;
const last = 'small-1';
const pullRequests = 200;

/** What the state costs: to be written, to be shown, and to be gone on with. */
export const state: Section = { name: 'state', title: 'State', measure };

const prose = `
A migration of 1,000 repositories with a million recorded objects, of which one repository is left: how long \`status\`
takes to show it; then \`migrate --resume\`, from the start of the process to its first Git request for that repository, and
how many requests name one of the others. At last the time that the program waits for SQLite while it brings 200 pull requests of twelve
comments each over without any limit of the hosts, which is where it writes most, as a part of the whole run.`;

async function measure(surroundings: Surroundings): Promise<Part[]> {
  await using hostsProcess = startHostsProcess(surroundings.environment);
  const folder = join(surroundings.folder, 'state-hosts');
  const groups = ['small'] as const;
  const toldLimit = 1_000_000;
  const hosts = await hostsProcess.ask({ kind: 'start', folder, groups, listed: 0, toldLimit });
  const place = { surroundings, hostsProcess, hosts };
  const large = await measureLargeState(place);
  return [{ prose, amounts: [...large, await measureWrites(place)] }];
}

interface Place {
  readonly surroundings: Surroundings;
  readonly hostsProcess: HostsProcess;
  readonly hosts: Hosts;
}

async function measureLargeState({ surroundings, hostsProcess, hosts }: Place): Promise<Amount[]> {
  say('A state of a million objects ...');
  const stateFolder = join(surroundings.folder, 'large-state');
  const migration = await writeLargeState({ stateFolder, hosts, last });
  const environment = {
    ...surroundings.environment,
    ...hosts.environment,
    MIGRATOR_STATE_DIR: stateFolder,
  };
  const call = (...args: string[]) => ({
    command: process.execPath,
    args: [launcher, ...args],
    environment,
    folder: surroundings.folder,
  });
  const status: number[] = [];
  for (let round = -1; round < rounds; round += 1) {
    const milliseconds = timeProcess(call('status', '--migration', migration));
    if (round >= 0) status.push(milliseconds);
  }
  await hostsProcess.ask({ kind: 'take-requests' });
  const begunAt = Date.now();
  await runProcess(call('migrate', '--resume', migration, '--plain'));
  const requests = await hostsProcess.ask({ kind: 'take-requests' });
  const first = requests.find(({ path }) => path.includes(`/${last}.git/`));
  if (first === undefined) throw new Error('nothing was fetched');
  const needless = requests.filter(({ path }) => path.includes(donePrefix)).length;
  return [
    { name: '`status --migration`', unit: 'ms', samples: status, bound: 200, judged: 'median' },
    { name: 'first work of a resume', unit: 'ms', samples: [first.at - begunAt], bound: 2000 },
    { name: 'requests for what is done', unit: 'requests', samples: [needless], bound: 0 },
  ];
}

async function measureWrites({ surroundings, hostsProcess, hosts }: Place): Promise<Amount> {
  say(`What is waited for while ${pullRequests} pull requests are recorded ...`);
  const slug = 'recorded';
  const conversations = 'long';
  await hostsProcess.ask({ kind: 'add-pull-requests', slug, count: pullRequests, conversations });
  const run = { surroundings, hosts, slug, target: slug, comments: 'threaded' } as const;
  const { milliseconds, stateMilliseconds } = await runProgram(run);
  const samples = [(100 * stateMilliseconds) / milliseconds];
  return { name: 'waiting for the state', unit: '%', samples, bound: 3, digits: 1 };
}
