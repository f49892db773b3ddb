import type { Refs } from '../../git/formats/refs.ts';
import type { RefUpdate, UpdatedRef } from '../../git/push/update-remote-refs.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Account, TargetOwner } from '../../ports/records/account.ts';
import type { RepositoryName } from '../../ports/records/target-address.ts';
import type { TargetHost } from '../../ports/target-host.ts';
import type { Capability, HostFacts, ProbeName, ProbeResult } from './findings.ts';

/** The scratch repository, and what the probes put there before. */
export interface ProbePlace {
  readonly target: TargetHost;
  readonly account: Account;
  readonly owner: TargetOwner;
  /** Changes with the probe that renames it. */
  name: RepositoryName;
  readonly commits: ScratchCommits;
  /** Refs of the scratch repository alone. */
  push(
    updates: readonly RefUpdate[],
    /** As in PushTarget. */
    onDivided?: (refs: number) => void,
  ): Promise<readonly UpdatedRef[]>;
  listRefs(): Promise<Refs>;
  /** Its sleeps end with a command that is to end. */
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Numbers of the pull requests that were made, by what they are for. */
  readonly pulls: Map<PullUse, number>;
  /** Milliseconds that things took to be listed. */
  readonly delays: number[];
  /** Milliseconds that marking a pull request as merged took at most. */
  markMilliseconds: number;
  /** Fewest refs that a push was divided into; `null`: none was divided. */
  refsPerPush: number | null;
}

/** Full hashes of the commits that lie on the branches of the scratch repository. */
export interface ScratchCommits {
  readonly root: string;
  /** Changes lines of `lines.txt`, and adds a file. */
  readonly comments: string;
  /** On top of `comments`: takes its lines away again. */
  readonly later: string;
  readonly merge: string;
  readonly onDefault: string;
  readonly squash: string;
  /** The same files as `squash`, without being its descendant. */
  readonly squashed: string;
  readonly request: string;
  readonly deleted: string;
  readonly draft: string;
}

export const pullUses = [
  'comments',
  'merge',
  'onDefault',
  'squash',
  'request',
  'deleted',
  'draft',
] as const;
export type PullUse = (typeof pullUses)[number];

export interface Seen extends Pick<ProbeResult, 'seen' | 'verdict' | 'blocks'> {
  readonly facts?: HostFacts;
}

/** One thing that migrator relies on, tried on the scratch repository. */
export interface Probe {
  readonly name: ProbeName;
  readonly expected: string;
  /** Adaptation of migrator to another host. */
  readonly otherwise: string;
  run(place: ProbePlace): Promise<Seen>;
}

export function asExpected(seen: string, facts: HostFacts = {}): Seen {
  return { verdict: 'as-expected', seen, facts };
}

export function other(seen: string, facts: HostFacts = {}): Seen {
  return { verdict: 'other', seen, facts };
}

/** The host is another, and nothing takes the place of what it lacks. */
export function blocked(seen: string, blocks: Capability): Seen {
  return { verdict: 'other', seen, blocks };
}

/** Nothing to be seen here, by its nature: what would disturb people, or did not come up. */
export function notProbed(seen: string): Seen {
  return { verdict: 'not-probed', seen };
}

/** It was to be tried and could not be. */
export function failed(seen: string): Seen {
  return { verdict: 'failed', seen };
}

/** The pull request that a probe works on, as the port names it. */
export interface ProbePull extends RepositoryName {
  readonly number: number;
  readonly signal: AbortSignal;
}

/** Returns what a probe of a pull request does; it is not probed where that could not be opened. */
export function onPull(
  use: PullUse,
  run: (place: ProbePlace, pull: ProbePull) => Promise<Seen>,
): Probe['run'] {
  return async (place) => {
    const number = place.pulls.get(use);
    if (number === undefined) return failed('its pull request could not be opened');
    return run(place, { ...place.name, number, signal: place.signal });
  };
}

/** Milliseconds that something is looked for. */
export const patience = 30_000;

/** Milliseconds between looks: about `patience` in all. */
const pauses = [100, 200, 400, 800, 1600, 3000, 6000, 9000, 9000];

/**
 * Looks until something shows.
 * @returns milliseconds that it took; `null` where it never did
 */
export async function untilSeen(
  { clock, signal }: Pick<ProbePlace, 'clock' | 'signal'>,
  isSeen: () => Promise<boolean>,
): Promise<number | null> {
  const startedAt = clock.now();
  for (const pause of [...pauses, null]) {
    if (await isSeen()) return clock.now() - startedAt;
    if (pause !== null) await clock.sleep(pause, signal);
  }
  return null;
}
