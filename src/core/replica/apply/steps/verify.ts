import { compareRefs, type Refs } from '../../../git/formats/refs.ts';
import { MigratorError } from '../../../kernel/errors.ts';
import { count } from '../../../kernel/format/format.ts';
import type { RepositoryContext } from '../../context/migration-context.ts';
import type { Step } from '../../context/step.ts';
import { ownRequests } from '../../model/own-requests.ts';
import { chooseBranchNames, fullName } from '../../model/temporary-refs.ts';
import { goneRefs, pinnedRefs, unpinRefs } from '../../recorded/migrated-baseline.ts';
import { findRequestRefs } from '../../recorded/request-branches.ts';
import { requireNotOpened } from '../closed-target/require-not-opened.ts';

type VerifyContext = Pick<
  RepositoryContext,
  'readRefs' | 'targetRefs' | 'targetFullName' | 'records' | 'warn'
> &
  Parameters<typeof requireNotOpened>[0];

/** Asks the target for every ref and compares it with what was fetched, and whether it is as private as planned. */
export const verifyStep: Step<VerifyContext> = {
  name: 'verify',
  async run(context) {
    const expected = await context.readRefs();
    const actual = await context.targetRefs.list();
    const there = await withoutOwn(context, { actual, expected });
    const found = compareRefs(await withKeptBranches(context, expected), there);
    const gone = await goneRefs(context);
    const kept = found.unexpected.filter((ref) => gone.get(ref) === actual.get(ref));
    // A repair leaves what others have put there, and says so itself.
    const isPinned = (await pinnedRefs(context)) !== null;
    const { missing, different, unexpected } = isPinned
      ? { ...found, different: [], unexpected: [] }
      : { ...found, unexpected: found.unexpected.filter((ref) => !kept.includes(ref)) };
    if (missing.length + different.length + unexpected.length > 0) {
      const name = context.targetFullName;
      const counts = `${missing.length} missing, ${different.length} different, ${unexpected.length} unexpected`;
      const examples = [...missing, ...different, ...unexpected].slice(0, 3).join(', ');
      const message = `Refs of ${name} differ from Bitbucket: ${counts} (${examples})`;
      const hint = different.length + unexpected.length === 0 ? resume : restore;
      throw new MigratorError('verification', message, { hint, retry: 'yes' });
    }
    await requireNotOpened(context);
    if (kept.length > 0) context.warn(keptMessage(kept));
    await unpinRefs(context);
    return { status: 'done', summary: `${count(expected.size, 'ref')} equal` };
  },
};

/** Branches of migrator's own pull requests, which people delete with them. */
async function withoutOwn(
  context: VerifyContext,
  { actual, expected }: { readonly actual: Refs; readonly expected: Refs },
): Promise<Refs> {
  const names = chooseBranchNames(expected.keys());
  const chosen = ownRequests.map((one) => fullName({ branch: names[one.branch] }));
  const own = [...chosen, ...(await findRequestRefs(context))];
  return new Map([...actual].filter(([ref]) => !own.includes(ref)));
}

const resume = 'Resume to push what is missing.';
const restore =
  'Someone else may have pushed, and migrator never overwrites that. Save what you want to keep, restore the refs with git push --force-with-lease or delete them, then resume.';

/** Of refs that the source has deleted since an earlier run. */
function keptMessage(refs: readonly string[]): string {
  const names = refs.slice(0, 3).map((ref) => ref.replace(/^refs\/(heads|tags)\//, ''));
  const more = refs.length > names.length ? ` and ${refs.length - names.length} more` : '';
  return `Deleted on Bitbucket since the last run and kept on GitHub: ${names.join(', ')}${more}`;
}

/** Pull requests from forks are open on branches that migrator created: those stay. */
async function withKeptBranches(context: VerifyContext, refs: Refs): Promise<Refs> {
  const { records } = context;
  const kept = await records.listObjects('branch');
  const commits = kept.flatMap(({ sourceId, targetId }) =>
    targetId === null ? [] : [[sourceId, targetId] as const],
  );
  return new Map([...refs, ...commits]);
}
