import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fetchMirror } from '../../git/mirror/mirror.ts';
import { listRemoteRefs } from '../../git/mirror/refs.ts';
import type { GitTool } from '../../git/process/git-tool.ts';
import { PushLimiter } from '../../git/push/push-limiter.ts';
import { updateRemoteRefs } from '../../git/push/update-remote-refs.ts';
import type { Clock } from '../../kernel/clock.ts';
import { MigratorError } from '../../kernel/errors.ts';
import type { Account, TargetOwner } from '../../ports/records/account.ts';
import type { TargetHost } from '../../ports/target-host.ts';
import type { ProbePlace } from '../probes/probe.ts';
import { createScratchCommits } from './scratch-commits.ts';

interface OpenScratch {
  readonly target: TargetHost;
  readonly git: GitTool;
  readonly account: Account;
  readonly owner: TargetOwner;
  readonly name: string;
  /** Of the local copy; removed when the place is closed. */
  readonly folder: string;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** The local copy of a scratch repository. */
export function scratchMirror(folder: string, name: string): string {
  return join(folder, `${name}.git`);
}

/** A place for probes on an empty scratch repository, with a history of its own. */
export async function openScratch(options: OpenScratch): Promise<ProbePlace & AsyncDisposable> {
  const { target, git, account, owner, folder, clock, signal } = options;
  const directory = scratchMirror(folder, options.name);
  const mirror = { git, directory, signal };
  const place = { owner: owner.login, name: options.name };
  const { refs } = await fetchMirror({
    ...mirror,
    access: target.gitAccess(place),
    depth: null,
  });
  const commits = await createScratchCommits(mirror, clock.now());
  const pace = new PushLimiter(clock, target.limits.pushesPerMinute, undefined);
  const opened: ProbePlace & AsyncDisposable = {
    ...{
      target,
      account,
      owner,
      name: place,
      commits,
      clock,
      signal,
      refsPerPush: null,
      markMilliseconds: 0,
    },
    pulls: new Map(),
    delays: [],
    push: (updates, onDivided) =>
      patiently({ clock, signal }, () =>
        updateRemoteRefs({
          ...mirror,
          ...{ updates, onTarget: refs.values(), pace, clock, limits: target.limits },
          access: target.gitAccess(place),
          onDivided(most) {
            opened.refsPerPush = Math.min(most, opened.refsPerPush ?? most);
            onDivided?.(most);
          },
        }),
      ),
    listRefs: () => listRemoteRefs({ git, access: target.gitAccess(place), signal }),
    [Symbol.asyncDispose]: () => rm(directory, { recursive: true, force: true }),
  };
  return opened;
}

const minute = 60_000;

/** A push too many in a minute is made once more when the host says so, or after a minute. */
async function patiently<T>(
  { clock, signal }: Pick<OpenScratch, 'clock' | 'signal'>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof MigratorError) || error.code !== 'rate-limit') throw error;
    const now = clock.now();
    await clock.sleep(Math.max(0, (error.retryAt ?? now + minute) - now), signal);
    return work();
  }
}
