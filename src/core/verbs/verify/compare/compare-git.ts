import { compareRefs, type Refs } from '../../../git/formats/refs.ts';
import { ownRequests } from '../../../replica/model/own-requests.ts';
import {
  chooseBranchNames,
  isOwnBranch,
  numberOfKept,
} from '../../../replica/model/temporary-refs.ts';
import { type Audit, type SeenRefs, shortHash } from '../findings/audit.ts';
import type { RepairAction } from '../findings/difference.ts';
import type { Item, Mismatch } from '../findings/finding-collector.ts';

/** Every branch and tag, by one list. */
export async function compareGit(audit: Audit): Promise<SeenRefs | null> {
  const { listRefs, target, name, known, collector } = audit;
  const { baseline, keptBranches } = known;
  if (baseline.refs === null) {
    // A repository that failed says so already.
    if (known.wasMigrated)
      collector.note(
        'Branches and tags are not compared: the state does not record the pushed refs',
      );
    return null;
  }
  const expected: Refs = new Map([...baseline.refs.refs, ...keptBranches]);
  const actual = await listRefs(target.gitAccess(name));
  const { missing, different, unexpected } = compareRefs(expected, actual);
  const changed = new Set([...missing, ...different]);
  const itemOf = (ref: string) => (keptBranches.has(ref) ? ownItem(ref) : refItem(ref));
  const equal = Map.groupBy(
    [...expected.keys()].filter((ref) => !changed.has(ref)),
    (ref) => itemOf(ref).kind,
  );
  for (const [kind, refs] of equal) collector.equal(kind, refs.length);
  for (const ref of missing) {
    const message = `is missing; it pointed to ${shortHash(expected.get(ref) ?? '')}`;
    collector.compare(itemOf(ref), [{ message, repair: repairOf(audit, ref) }]);
  }
  for (const ref of different) {
    const [now, then] = [actual.get(ref) ?? '', expected.get(ref) ?? ''];
    collector.compare(itemOf(ref), [
      {
        message: `points to ${shortHash(now)}; migrated as ${shortHash(then)}`,
        advice:
          "migrator never replaces other people's pushes. By hand: restore it with git push --force-with-lease if you do not want the change.",
      },
    ]);
  }
  const hashes = new Set([...expected.values(), ...(baseline.sourceRefs?.values() ?? [])]);
  for (const ref of unexpected.filter((one) => !isOfUnfinished(audit, one))) {
    reportUnexpected(audit, { ref, hash: actual.get(ref) ?? '', hashes });
  }
  return { actual, moved: new Set(different) };
}

/**
 * A ref that is none of ours and names a commit that the source never had was pushed since. One that names a migrated
 * commit may be left over from a migration, or be a migrated ref under another name.
 */
function reportUnexpected(
  { collector, known }: Audit,
  { ref, hash, hashes }: { ref: string; hash: string; hashes: ReadonlySet<string> },
): void {
  const refs = [...(known.baseline.refs?.refs.keys() ?? [])];
  const isOurs = isOwnBranch(ref, refs);
  const names = chooseBranchNames(refs);
  const { attachments, first } = names;
  // Their pull requests are compared with the settings.
  const pushed = Object.values(known.baseline.requestBranches).map((one) => one?.ref);
  const chosen = ownRequests.map(({ branch }) => `refs/heads/${names[branch]}`);
  if ([...chosen, ...pushed].includes(ref)) return;
  if ([attachments, first].some((branch) => ref === `refs/heads/${branch}`)) {
    const message = `is not recorded in the state; it points to ${shortHash(hash)}`;
    collector.compare(ownItem(ref), [{ message, repair: { what: 'own-branches' } }]);
    return;
  }
  if (known.baseline.refs?.gone.get(ref) === hash) {
    const message = 'has since been deleted on Bitbucket; GitHub keeps it';
    collector.add('changed-on-source', refItem(ref), message);
    return;
  }
  if (!isOurs && !hashes.has(hash)) {
    collector.add('added-since', refItem(ref), 'has been added on GitHub since the migration');
    return;
  }
  collector.compare(isOurs ? ownItem(ref) : refItem(ref), [
    {
      message: `was not migrated under this name; it points to ${shortHash(hash)}`,
      advice: isOurs
        ? 'migrator deletes nothing. By hand: delete it, unless an open pull request uses it.'
        : 'migrator deletes nothing. By hand: delete it, unless someone created it on purpose.',
    },
  ]);
}

/** Tells whether the target still has each LFS object, without fetching it. */
export async function compareLfs({ target, name, known, collector, signal }: Audit): Promise<void> {
  const { lfs } = known.baseline;
  if (lfs === null || lfs.length === 0) return;
  const missing = await target.audit.findMissingLfsObjects({ ...name, objects: lfs, signal });
  collector.equal('lfs-object', lfs.length - missing.size);
  for (const { oid, size, isOfPullRequest } of lfs) {
    if (!missing.has(oid)) continue;
    const message = `is missing or incomplete (${size} bytes)`;
    const remedy: Omit<Mismatch, 'message'> = isOfPullRequest
      ? { advice: onlyInPullRequests }
      : { repair: { what: 'lfs' } };
    collector.compare({ kind: 'lfs-object', name: oid }, [{ message, ...remedy }]);
  }
}

const onlyInPullRequests =
  'only commits of pull requests use it, and --repair does not fetch these. By hand: push it from a clone of the Bitbucket repository with git lfs push --object-id.';

export function refItem(ref: string): Item & { readonly kind: 'branch' | 'tag' } {
  const isTag = ref.startsWith('refs/tags/');
  return { kind: isTag ? 'tag' : 'branch', name: ref.replace(/^refs\/(heads|tags)\//, '') };
}

/** The source does not have it: it is counted apart. */
function ownItem(ref: string): Item & { readonly kind: 'added-branch' } {
  return { ...refItem(ref), kind: 'added-branch' };
}

/** A branch of migrator is created with the pull request that it belongs to. */
function repairOf({ known }: Audit, ref: string): RepairAction {
  if (known.baseline.refs?.refs.has(ref) === true) return { what: 'refs' };
  const number = numberOfKept(ref);
  return number === null ? { what: 'own-branches' } : { what: 'branches', number };
}

/** Temporary branches of pull requests that are still being migrated. */
function isOfUnfinished({ known }: Audit, ref: string): boolean {
  const step = known.steps.find(({ name }) => name === 'pull-requests');
  if (step?.status === 'done') return false;
  return isOwnBranch(ref, known.baseline.refs?.refs.keys() ?? []);
}
