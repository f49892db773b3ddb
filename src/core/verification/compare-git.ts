import { compareRefs, type Refs } from '../git/mirror.ts';
import { type Audit, type SeenRefs, shortHash } from './audit.ts';
import type { Mend } from './difference.ts';
import type { Defect, Item } from './tally.ts';

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
    const mend = mendOf(audit, ref);
    const advice =
      'It held the place of a default branch: make a branch of that name if it is needed.';
    tally.compare(itemOf(ref), [mend === null ? { message, advice } : { message, mend }]);
  }
  for (const ref of different) {
    const [now, then] = [actual.get(ref) ?? '', expected.get(ref) ?? ''];
    tally.compare(itemOf(ref), [
      {
        message: `names ${shortHash(now)}; it was brought as ${shortHash(then)}`,
        advice:
          'Nothing that somebody has pushed is replaced. If it is unwanted, set it back with git push --force-with-lease.',
      },
    ]);
  }
  for (const ref of unexpected.filter((one) => !isOfUnfinished(audit, one))) {
    tally.compare(itemOf(ref), [
      {
        message: `was not brought; it names ${shortHash(actual.get(ref) ?? '')}`,
        advice: 'Somebody has pushed it. Nothing is deleted: do so if nobody needs it.',
      },
    ]);
  }
  return { actual, moved: new Set(different) };
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
  'Only commits of pull requests name it: send it from a clone of the source with git lfs push --object-id.';

function itemOf(ref: string): Item {
  const isTag = ref.startsWith('refs/tags/');
  return { kind: isTag ? 'tag' : 'branch', name: ref.replace(/^refs\/(heads|tags)\//, '') };
}

/** A branch of ours is made by the pull request that it belongs to. */
function mendOf({ known }: Audit, ref: string): Mend | null {
  if (known.brought.refs?.refs.has(ref) === true) return { what: 'refs' };
  const number = /\/pr-(\d+)(?:-base)?$/.exec(ref)?.[1];
  return number === undefined ? null : { what: 'branches', number: Number(number) };
}

/** Temporary branches of pull requests that are still being brought. */
function isOfUnfinished({ known }: Audit, ref: string): boolean {
  const step = known.steps.find(({ name }) => name === 'pull-requests');
  if (step?.status === 'done') return false;
  return /^refs\/heads\/migrator(-\d+)?\/pr-\d+(?:-base)?(?:\/(?:head|base))?$/.test(ref);
}
