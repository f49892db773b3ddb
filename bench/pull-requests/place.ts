import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { RecordedRequest } from '../../sandbox/network/request-log.ts';
import { type HostsProcess, startHostsProcess } from '../hosts/hosts-process.ts';
import type { Hosts, Question } from '../hosts/messages.ts';
import { type ProcessEnvironment, say } from '../surroundings.ts';
import { countRequests, type RequestCounts } from './count-requests.ts';

/** Hosts without limits, for pull requests. */
export interface Place {
  readonly processEnvironment: ProcessEnvironment;
  readonly hostsProcess: HostsProcess;
  readonly hosts: Hosts;
}

export async function withHosts<T>(
  processEnvironment: ProcessEnvironment,
  work: (place: Place) => Promise<T>,
  options: Partial<
    Pick<Extract<Question, { kind: 'start' }>, 'source' | 'hasGithubLimits' | 'importState'>
  > = {},
): Promise<T> {
  await using hostsProcess = startHostsProcess(processEnvironment.environment);
  // Hosts of another section have left their repositories in theirs.
  const folder = await mkdtemp(join(processEnvironment.folder, 'hosts-of-pull-requests-'));
  const toldLimit = 1_000_000;
  const start = { kind: 'start', folder, groups: [], listed: 0, toldLimit, ...options } as const;
  const hosts = await hostsProcess.ask(start);
  // Awaited here: the hosts end with this block.
  return await work({ processEnvironment, hostsProcess, hosts });
}

/** Milliseconds between two looks: the hosts keep their newest 20,000 requests. */
const betweenLooks = 1000;

/** Counts the requests that the hosts get meanwhile. */
export async function counted<T>(
  { hostsProcess }: Place,
  name: string,
  work: () => Promise<T>,
): Promise<{ counts: RequestCounts; result: T }> {
  say(`${name} ...`);
  await hostsProcess.ask({ kind: 'take-requests' });
  const taken: RecordedRequest[] = [];
  const take = async () => {
    for (const one of await hostsProcess.ask({ kind: 'take-requests' })) taken.push(one);
  };
  const ended = new AbortController();
  const looking = (async () => {
    while (!ended.signal.aborted) {
      await setTimeout(betweenLooks, undefined, { signal: ended.signal }).catch(() => {});
      await take();
    }
  })();
  const result = await work().finally(async () => {
    ended.abort();
    await looking;
  });
  return { counts: countRequests(taken), result };
}
