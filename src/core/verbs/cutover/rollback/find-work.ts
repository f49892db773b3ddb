import type { Refs } from '../../../git/formats/refs.ts';
import { listOtherRefs, listRemoteRefs } from '../../../git/mirror/refs.ts';
import { findForeignObjects } from '../../../replica/apply/closed-target/foreign-objects.ts';
import { numberedRows } from '../../../replica/apply/closed-target/numbered-rows.ts';
import { chooseBranchNames } from '../../../replica/model/temporary-refs.ts';
import { textsDigest } from '../../../replica/recorded/pull-requests/written-record.ts';
import type { Difference } from '../../verify/findings/difference.ts';
import { createFindingCollector } from '../../verify/findings/finding-collector.ts';
import {
  type KnownRepository,
  type KnownRequest,
  readKnownRepository,
} from '../../verify/findings/known-repository.ts';
import { verifyRepository } from '../../verify/verify-repository.ts';
import type { MigratedTarget, RollbackPlace, RollbackRun } from './rollback-request.ts';

export interface WorkPlace extends Pick<RollbackRun, 'services' | 'migration'> {
  readonly place: Pick<RollbackPlace, 'markerKey'> & {
    readonly owner: Pick<RollbackPlace['owner'], 'login'>;
  };
  readonly one: Pick<MigratedTarget, 'planned'>;
  /** The name that the target has now. */
  readonly name: string;
  readonly signal: AbortSignal;
}

interface WorkSearch extends WorkPlace {
  readonly known: KnownRepository;
  readonly targetName: { readonly owner: string; readonly name: string };
}

/**
 * Finds what people have done on a target: everything there that is not in the journal, or differs from it. It is
 * compared as `verify` does it; also all that takes a number, migrator's own pull requests, and releases. Writes nothing.
 * @returns sentences without a full stop, hostile; empty: nothing
 */
export async function findWork(given: WorkPlace): Promise<readonly string[]> {
  const { services, migration, place, one, name, signal } = given;
  const { store, target, git } = services;
  const states = await store.listRepositories(migration.id);
  const found = states.find(({ source }) => source === one.planned.source);
  if (found === undefined) return ['the state has no record of what was migrated'];
  // It may have been renamed by us.
  const state = { ...found, target: name };
  const asked = { store, migration: migration.id, state, markerKey: place.markerKey };
  const known = await readKnownRepository(asked);
  if (known === null) return ['the state has no record of what was migrated'];
  const { login: organization } = place.owner;
  const search = { ...given, known, targetName: { owner: organization, name } };
  let refs: Refs = new Map();
  const findings = await verifyRepository({
    ...asked,
    ...{ target, organization, signal, reread: null, settings: null },
    // A text that only may be ours counts as people's.
    isMapLost: false,
    findsAllWork: true,
    collector: createFindingCollector(),
    async listRefs(access) {
      refs = await listRemoteRefs({ git, access, signal });
      return refs;
    },
  });
  const access = target.gitAccess(search.targetName);
  if (known.baseline.refs === null) refs = await listRemoteRefs({ git, access, signal });
  const otherRefs = await listOtherRefs({ git, access, signal });
  return [
    ...(known.unfinished.length > 0 ? ['some of its pull requests are not finished'] : []),
    ...findings.differences.filter(isWork).map(sentenceOf),
    ...unrecordedRefs(known, refs),
    ...otherRefs.map((ref) => `${ref} has since been added`),
    ...(await workOnRequests(search, refs)),
    ...(await foreignNumbers(search)),
    ...(await releases(search)),
  ];
}

const kindsOfWork: readonly Difference['kind'][] = [
  ...(['repository', 'branch', 'tag', 'pull-request'] as const),
  ...(['added-branch', 'added-pull-request', 'review', 'review-comment'] as const),
  ...(['comment', 'added-comment', 'thread'] as const),
];

/** Settings are not work, nor what the importer lost; and what is opened since is found by its number. Pure. */
export function isWork({
  verdict,
  kind,
  isLoss = false,
}: Pick<Difference, 'verdict' | 'kind' | 'isLoss'>): boolean {
  if (isLoss) return false;
  if (verdict === 'defect') return kindsOfWork.includes(kind);
  return verdict === 'added-since' && kind !== 'pull-request';
}

function sentenceOf({ kind, name, message }: Difference): string {
  const words: Partial<Record<Difference['kind'], string>> = {
    ...{ branch: 'branch ', 'added-branch': 'branch ', tag: 'tag ' },
    ...{ 'pull-request': 'pull request ', 'added-pull-request': 'pull request ' },
  };
  return `${words[kind] ?? ''}${name} ${message}`;
}

/** Of a source without branches nothing is recorded. */
function unrecordedRefs({ baseline, keptBranches }: KnownRepository, refs: Refs): string[] {
  if (baseline.refs !== null) return [];
  return [...refs]
    .filter(([ref, hash]) => keptBranches.get(ref) !== hash)
    .map(([ref]) => `${ref} is not recorded in the state`);
}

/** Migrator's own pull requests and their branches, which nothing else compares. */
async function workOnRequests(search: WorkSearch, refs: Refs): Promise<string[]> {
  const found: string[] = [];
  for (const own of search.known.requests) found.push(...(await workOnRequest(search, own, refs)));
  return found;
}

async function workOnRequest(
  { services, known, targetName, signal }: WorkSearch,
  { request, number, texts }: KnownRequest,
  refs: Refs,
): Promise<string[]> {
  const found: string[] = [];
  const made = known.baseline.requestBranches[request.branch];
  const names = chooseBranchNames(known.baseline.refs?.refs.keys() ?? []);
  const ref = made?.ref ?? `refs/heads/${names[request.branch]}`;
  if (refs.has(ref) && refs.get(ref) !== made?.commit) {
    found.push(`branch ${ref.slice('refs/heads/'.length)} may have changed since it was pushed`);
  }
  if (number === null) return found;
  const { pullRequests } = services.target;
  const named = { ...targetName, number, signal };
  const now = await pullRequests.find(named);
  if (texts !== null && now !== null && textsDigest(now) !== texts) {
    found.push(
      `pull request #${number} with ${request.holds} has a different title or description`,
    );
  }
  if (now?.state !== 'open') {
    found.push(`pull request #${number} with ${request.holds} was merged, closed or deleted`);
  }
  const lists = [
    pullRequests.listComments(named),
    pullRequests.listReviewComments(named),
    pullRequests.listReviews(named),
  ];
  for (const pages of lists) {
    for await (const page of pages) {
      const added = page.filter(({ body }) => known.markers.digestOf(body) === null);
      found.push(...added.map(({ id }) => `comment ${id} of #${number} has since been added`));
    }
  }
  return found;
}

/** Issues and pull requests of others. */
async function foreignNumbers(search: WorkSearch): Promise<string[]> {
  const { services, migration, one, targetName, signal } = search;
  const { store, target } = services;
  const made = await numberedRows((...of) =>
    store.listObjects(migration.id, one.planned.source, ...of),
  );
  const foreign = await findForeignObjects({ target, targetName, made, signal });
  return foreign.map(({ kind, number, title, author }) => {
    const by = author === null ? '' : ` by ${author}`;
    return `${kind === 'issue' ? 'issue' : 'pull request'} #${number}${by}: ${title}`;
  });
}

async function releases({ services, targetName, signal }: WorkSearch): Promise<string[]> {
  const found = await services.target.closure.listReleases({ ...targetName, signal });
  return found.map(
    ({ tag, author }) =>
      `release ${tag}${author === null ? '' : ` by ${author}`} has since been added`,
  );
}
