import { compareRefs, type Refs } from '../../git/mirror/refs.ts';
import {
  chooseBranchNames,
  isOwnBranch,
} from '../../migration/pull-requests/branches/temporary-refs.ts';
import { type Audit, type SeenRefs, shortHash } from '../audit.ts';
import type { Mend } from '../difference.ts';
import type { Defect, Item } from '../finding-collector.ts';

/** Every branch and tag, by one list. */
export async function compareGit(audit: Audit): Promise<SeenRefs | null> {
  const { listRefs, target, name, known, tally } = audit;
  const { brought, keptBranches } = known;
  if (brought.refs === null) {
    tally.note('Branches and tags are not compared: the state does not hold what was pushed');
    return null;
  }
  const expected: Refs = new Map([...brought.refs.refs, ...keptBranches]);
  const actual = await listRefs(target.gitAccess(name));
  const { missing, different, unexpected } = compareRefs(expected, actual);
  tally.equal(expected.size - missing.length - different.length);
  for (const ref of missing) {
    const message = `is missing; it named ${shortHash(expected.get(ref) ?? '')}`;
    tally.compare(itemOf(ref), [{ message, mend: mendOf(audit, ref) }]);
  }
  for (const ref of different) {
    const [now, then] = [actual.get(ref) ?? '', expected.get(ref) ?? ''];
    tally.compare(itemOf(ref), [
      {
        message: `names ${shortHash(now)}; it was brought as ${shortHash(then)}`,
        advice:
          'nothing that somebody has pushed is replaced. By hand: set it back with git push --force-with-lease, if what was pushed is unwanted.',
      },
    ]);
  }
  const hashes = new Set([...expected.values(), ...(brought.sourceRefs?.values() ?? [])]);
  for (const ref of unexpected.filter((one) => !isOfUnfinished(audit, one))) {
    tellUnexpected(audit, { ref, hash: actual.get(ref) ?? '', hashes });
  }
  return { actual, moved: new Set(different) };
}

/**
 * People work on the target: a ref that is none of ours and names something that the source never had was pushed since. One
 * that names what was brought may be left of a migration, or be a ref that came under another name.
 */
function tellUnexpected(
  { tally, known }: Audit,
  found: { ref: string; hash: string; hashes: ReadonlySet<string> },
): void {
  const { ref, hash, hashes } = found;
  const refs = [...(known.brought.refs?.refs.keys() ?? [])];
  const isOurs = isOwnBranch(ref, refs);
  const { attachments, first } = chooseBranchNames(refs);
  if ([attachments, first].some((branch) => ref === `refs/heads/${branch}`)) {
    tally.compare(itemOf(ref), [
      {
        message: `is not recorded in the state; it names ${shortHash(hash)}`,
        mend: { what: 'own-branches' },
      },
    ]);
    return;
  }
  if (!isOurs && !hashes.has(hash)) {
    tally.tell('added-since', itemOf(ref), 'was added on the target since the migration');
    return;
  }
  tally.compare(itemOf(ref), [
    {
      message: `was not brought under this name; it names ${shortHash(hash)}`,
      advice: isOurs
        ? 'nothing is deleted. By hand: delete it, if no open pull request comes from it or goes to it.'
        : 'nothing is deleted. By hand: delete it, if nobody has made it on purpose.',
    },
  ]);
}

/** Whether an LFS object can still be had, without fetching it. */
export async function compareLfs({ target, name, known, tally, signal }: Audit): Promise<void> {
  const { lfs } = known.brought;
  if (lfs === null || lfs.length === 0) return;
  const missing = await target.audit.findMissingLfsObjects({ ...name, objects: lfs, signal });
  tally.equal(lfs.length - missing.size);
  for (const { oid, size, isOfPullRequest } of lfs) {
    if (!missing.has(oid)) continue;
    const message = `is missing, or not whole (${size} bytes)`;
    const mend: Defect = isOfPullRequest
      ? { message, advice: onlyInPullRequests }
      : { message, mend: { what: 'lfs' } };
    tally.compare({ kind: 'lfs-object', name: oid }, [mend]);
  }
}

const onlyInPullRequests =
  'only commits of pull requests name it, which a repair does not fetch. By hand: send it from a clone of the source with git lfs push --object-id.';

function itemOf(ref: string): Item {
  const isTag = ref.startsWith('refs/tags/');
  return { kind: isTag ? 'tag' : 'branch', name: ref.replace(/^refs\/(heads|tags)\//, '') };
}

/** A branch of ours is made by the pull request that it belongs to. */
function mendOf({ known }: Audit, ref: string): Mend {
  if (known.brought.refs?.refs.has(ref) === true) return { what: 'refs' };
  const number = /\/pr-(\d+)(?:-base)?$/.exec(ref)?.[1];
  return number === undefined
    ? { what: 'own-branches' }
    : { what: 'branches', number: Number(number) };
}

/** Temporary branches of pull requests that are still being brought. */
function isOfUnfinished({ known }: Audit, ref: string): boolean {
  const step = known.steps.find(({ name }) => name === 'pull-requests');
  if (step?.status === 'done') return false;
  return isOwnBranch(ref, known.brought.refs?.refs.keys() ?? []);
}
