import { foldRefusals } from '../../git/errors/push-rejection-fold.ts';
import { resolveCommits } from '../../git/history/resolve-commits.ts';
import type { Refs } from '../../git/mirror/refs.ts';
import { pushRefs } from '../../git/push/push.ts';
import { count } from '../../kernel/format/format.ts';
import { heldRefs, recordRefs } from '../migrated-baseline.ts';
import type { RepositoryContext } from '../migration-context.ts';
import type { Step } from './step.ts';

type PushContext = Pick<
  RepositoryContext,
  | 'target'
  | 'targetName'
  | 'targetRefs'
  | 'sourceRepository'
  | 'records'
  | 'mirror'
  | 'stream'
  | 'readAhead'
  | 'readRefs'
  | 'isResumed'
  | 'wasReset'
  | 'pushLimiter'
  | 'waitingClock'
  | 'reportProgress'
  | 'reportWait'
>;

/** Heads and tags to the target, the default branch first; a resumed push sends only what is not there yet. */
export const pushStep: Step<PushContext> = {
  name: 'push',
  // A repository that was made a moment ago.
  mayPass: ['not-found'],
  async run(context) {
    const refs = await context.readRefs();
    if (refs.size === 0) {
      await recordRefs(context, refs);
      return { status: 'skipped', summary: 'nothing to push' };
    }
    const { target, stream } = context;
    context.readAhead.begin();
    const streamed = await stream.finish(refs);
    if (streamed === 'taken') {
      await recordRefs(context, refs);
      return { status: 'done', summary: count(refs.size, 'ref') };
    }
    const isHeld = (await heldRefs(context)) !== null;
    const mayBeThere = context.isResumed || streamed === 'unknown';
    const there = mayBeThere ? await context.targetRefs.list() : new Map<string, string>();
    const existing = context.wasReset ? await replaceable(context, there) : there;
    const { results } = await pushRefs({
      ...context.mirror,
      access: target.gitAccess(context.targetName),
      // A repair replaces nothing that somebody has put there.
      refs: isHeld ? new Map([...refs].filter(([name]) => !existing.has(name))) : refs,
      existing,
      defaultBranch: context.sourceRepository.defaultBranch,
      limits: target.limits,
      clock: context.waitingClock,
      pace: context.pushLimiter,
      onProgress: context.reportProgress,
      onWait: ({ until, reason }) => context.reportWait({ until, reason, host: target.hostname }),
    });
    const refused = results.flatMap(({ ref, failure }) =>
      failure === null ? [] : [{ ref, failure }],
    );
    if (refused.length > 0) throw foldRefusals(refused);
    await recordRefs(context, refs);
    return { status: 'done', summary: count(refs.size, 'ref') };
  },
};

/**
 * Refs of the target that may be moved to where the source has them. People may have worked on one that had arrived: only
 * what the source has as well is replaced; a branch with commits of its own is refused and stays.
 */
async function replaceable(context: PushContext, there: Refs): Promise<Refs> {
  const { mirror } = context;
  const known = await resolveCommits({ ...mirror, hashes: there.values() });
  const refs = await context.readRefs();
  return new Map(
    [...there].filter(([ref, oid]) => refs.get(ref) === oid || (known.get(oid) ?? null) !== null),
  );
}
