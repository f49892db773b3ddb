import { importsArchives } from '../../../choices/engine.ts';
import { foldRefusals } from '../../../git/errors/push-rejection-fold.ts';
import type { Refs } from '../../../git/formats/refs.ts';
import { pushRefs } from '../../../git/push/push.ts';
import { count } from '../../../kernel/format/format.ts';
import type { RepositoryContext } from '../../context/migration-context.ts';
import type { Step } from '../../context/step.ts';
import { judgeRefs } from '../../diff/refs/judge-refs.ts';
import {
  findIntendedRefs,
  forgetIntendedRefs,
  type IntendedRefs,
  intendRefs,
} from '../../recorded/intended-refs.ts';
import { findRefs, type MigratedRefs, recordRefs } from '../../recorded/migrated-baseline.ts';
import {
  type ClosedByPush,
  closedText,
  finishKeepingOpen,
  keepOpen,
} from '../closing/keep-open.ts';
import { changedByOthers } from '../own-refs/changed-by-others.ts';

type PushContext = Pick<
  RepositoryContext,
  | 'target'
  | 'targetName'
  | 'targetFullName'
  | 'targetRefs'
  | 'sourceRepository'
  | 'records'
  | 'mirror'
  | 'stream'
  | 'readAhead'
  | 'readRefs'
  | 'isResumed'
  | 'kept'
  | 'pushLimiter'
  | 'waitingClock'
  | 'reportProgress'
  | 'reportWait'
  | 'signal'
  | 'warn'
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
    const { stream } = context;
    let recordable = refs;
    context.readAhead.begin();
    await finishKeepingOpen(context, warnOfClosed(context));
    const earlier = {
      recorded: await findRefs(context),
      intended: await findIntendedRefs(context),
    };
    const isPinned = earlier.recorded?.isPinned === true;
    if (!isPinned) await intendRefs(context, refs);
    const streamed = await stream.finish(refs);
    if (streamed !== 'taken') {
      // An import has brought them.
      const isImported = importsArchives(context.kept);
      const mayBeThere = context.isResumed || isImported || streamed === 'unknown';
      const there = mayBeThere ? await context.targetRefs.list() : new Map<string, string>();
      // A repair replaces nothing that is there.
      if (isPinned) {
        const missing = [...refs].filter(([name]) => !there.has(name));
        await pushOrThrow(context, { refs: new Map(missing), existing: there, there });
      } else {
        const existing = replaceable(context, { refs, there, earlier });
        await pushOrThrow(context, { refs, existing, there });
        recordable = withoutOthers({ refs, there, earlier });
      }
    }
    await recordRefs(context, recordable);
    await forgetIntendedRefs(context);
    return { status: 'done', summary: count(refs.size, 'ref') };
  },
};

/** @throws `refused` with all that the target refuses */
async function pushOrThrow(
  context: PushContext,
  { refs, existing, there }: { refs: Refs; existing: Refs; there: Refs },
): Promise<void> {
  const { target } = context;
  const push = () =>
    pushRefs({
      ...context.mirror,
      access: target.gitAccess(context.targetName),
      refs,
      existing,
      there,
      defaultBranch: context.sourceRepository.defaultBranch,
      limits: target.limits,
      clock: context.waitingClock,
      pace: context.pushLimiter,
      onPush: (batch) => intendParts(context, { refs, batch }),
      onProgress: context.reportProgress,
      onWait: ({ until, reason }) => context.reportWait({ until, reason, host: target.hostname }),
    });
  // Nothing was opened yet on a new target.
  const updates = context.isResumed
    ? [...refs].map(([ref, to]) => ({ ref, to, expected: existing.get(ref) ?? null }))
    : [];
  const { results } = await keepOpen(context, { updates, push, onClosed: warnOfClosed(context) });
  const refused = results.flatMap(({ ref, failure }) =>
    failure === null ? [] : [{ ref, failure }],
  );
  if (refused.length > 0) throw foldRefusals(refused);
}

function warnOfClosed({ warn }: Pick<PushContext, 'warn'>) {
  return (closed: ClosedByPush) => warn(`#${closed.number} on GitHub was ${closedText(closed)}`);
}

/** A long history goes in several pushes, which leave earlier commits on a branch. */
async function intendParts(
  context: PushContext,
  { refs, batch }: { refs: Refs; batch: readonly { readonly ref: string; readonly oid: string }[] },
): Promise<void> {
  const parts = batch.filter(({ ref, oid }) => refs.get(ref) !== oid);
  if (parts.length > 0)
    await intendRefs(
      context,
      parts.map(({ ref, oid }) => [ref, oid] as const),
    );
}

interface Earlier {
  readonly recorded: MigratedRefs | null;
  readonly intended: IntendedRefs | null;
}

/** A ref that the target has already, although no recorded push was to put it there, belongs to somebody else. */
function withoutOthers(options: {
  readonly refs: Refs;
  readonly there: Refs;
  readonly earlier: Earlier;
}): Refs {
  const { refs, there, earlier } = options;
  const { recorded, intended } = earlier;
  // Earlier versions recorded no push before it.
  if (recorded === null && intended === null) return refs;
  const known = [recorded?.refs, recorded?.gone, recorded?.intended, intended];
  return new Map(
    [...refs].filter(([ref]) => !there.has(ref) || known.some((one) => one?.has(ref))),
  );
}

/**
 * Refs of the target that may be moved to where the source has them: those that hold what this migration has put there.
 * @throws `refused` where others hold something else
 */
function replaceable(
  context: Pick<PushContext, 'targetFullName'>,
  options: {
    readonly refs: Refs;
    readonly there: Refs;
    readonly earlier: Earlier;
  },
): Refs {
  const { refs, there, earlier } = options;
  const { recorded, intended } = earlier;
  const same = [...there].filter(([ref, oid]) => refs.get(ref) === oid);
  // Earlier versions recorded no push before it: a branch may only move forward then, and a tag stays.
  if (recorded === null && intended === null) return new Map(same);
  const { ours, others } = judgeRefs({
    wanted: refs,
    there,
    recorded,
    intended: intended ?? new Map(),
  });
  if (others.size > 0) throw changedByOthers(context, [...others.keys()]);
  return new Map([...same, ...ours]);
}
