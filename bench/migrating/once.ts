import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { HostsProcess } from '../hosts/hosts-process.ts';
import type { Hosts } from '../hosts/messages.ts';
import { type Group, repositoriesOf } from '../hosts/repositories.ts';
import { timed } from '../run-process.ts';
import type { ProcessEnvironment } from '../surroundings.ts';
import type { Contestant } from './contest.ts';
import { countByKind } from './same-requests.ts';

/** Where contestants take turns. */
export interface Contest {
  readonly processEnvironment: ProcessEnvironment;
  readonly hostsProcess: HostsProcess;
  readonly hosts: Hosts;
}

/** One turn, with fresh targets. @throws Error if a target is missing */
export async function once(
  { processEnvironment, hostsProcess, hosts }: Contest,
  { group, suffix, contestant }: { group: Group; suffix: string; contestant: Contestant },
): Promise<{ milliseconds: number; requests: string[] }> {
  const { environment } = processEnvironment;
  const folder = join(processEnvironment.folder, `${group}-${suffix}`);
  await mkdir(folder);
  const repositories = repositoriesOf(group).map(({ slug }) => slug);
  await hostsProcess.ask({ kind: 'take-requests' });
  const milliseconds = await timed(() =>
    contestant({ hosts, repositories, suffix, folder, environment }),
  );
  const requests = await hostsProcess.ask({ kind: 'take-requests' });
  const made = await hostsProcess.ask({ kind: 'remove-targets' });
  if (made !== repositories.length) throw new Error(`${suffix}: ${made} targets were made`);
  await rm(folder, { recursive: true });
  return { milliseconds, requests: countByKind(requests, suffix) };
}
