import { defineDocument } from '../../../../journal/document.ts';
import { hasCode } from '../../../../kernel/errors.ts';
import type { StepName } from '../../../../ports/records/migration.ts';
import { rulesetPrefix } from '../../../../settings/rulesets/name-rulesets.ts';
import {
  isOfOrganization,
  organizationScope,
  type RulesetScope,
  repositoryScope,
  type ScopedRuleset,
} from '../../../../settings/rulesets/ruleset-scope.ts';
import type { RepositoryContext } from '../../../context/migration-context.ts';

type PauseContext = Pick<
  RepositoryContext,
  'target' | 'targetName' | 'records' | 'signal' | 'warn'
>;

interface ResumeContext extends Omit<PauseContext, 'warn' | 'target' | 'records'> {
  readonly target: Pick<PauseContext['target'], 'settings' | 'hostname'>;
  readonly records: Pick<PauseContext['records'], 'findObject' | 'forgetObjects' | 'listObjects'>;
}

/** In the state: ids of rulesets that are off while a repository is written to. */
export const pausedRulesets = defineDocument('planned-setting', 'paused-rulesets', {
  parse: (ids) => (Array.isArray(ids) ? ids.map(String) : []),
});

/** They write what rulesets may refuse. */
const writing: readonly StepName[] = ['lfs', 'push', 'pull-requests'];

const noIds = { teams: new Map(), users: new Map() } as const;

/** Tells whether refs or pull requests are still to be written: for settings alone nothing has to be switched off. */
export async function hasToWrite({ records }: Pick<PauseContext, 'records'>): Promise<boolean> {
  const steps = await records.listSteps();
  const isDone = (name: StepName) =>
    steps.some((step) => step.name === name && ['done', 'skipped'].includes(step.status));
  return !writing.every(isDone);
}

/**
 * Active rulesets of the migration would refuse what a resume or a repair still has to write. They are off until the step of
 * settings, which puts exactly these in force again: those of the organization for this repository alone. No request where
 * none was created.
 */
export async function pauseRulesets(context: PauseContext): Promise<void> {
  const { records } = context;
  const known = await records.listObjects('planned-setting', 'ruleset ');
  if (known.length === 0) return;
  const own = new Set(known.map(({ targetId }) => targetId));
  const found = await findAll(context, { own, prefix: rulesetPrefix });
  const active = found.filter(({ ruleset, isHere }) => isHere && ruleset.enforcement === 'active');
  if (active.length === 0) return;
  const before = (await pausedRulesets.read(records)) ?? [];
  const ids = [...new Set([...before, ...active.map(({ id }) => id)])];
  // First: a crash in between must not leave them off for good.
  await pausedRulesets.save(records, ids);
  for (const { id, place } of active) {
    if (isOfOrganization(id)) await place.cover(id, false);
    else await place.enforce(id, 'disabled');
  }
  context.warn("This migration's rulesets are off until the rest is written");
}

/**
 * Puts in force again what was off for the writing, but for what somebody has deleted since. What GitHub refuses stays known.
 * @throws `refused` or `permission`
 */
export async function resumeRulesets(context: ResumeContext): Promise<void> {
  const { records } = context;
  const ids = (await pausedRulesets.read(records)) ?? [];
  if (ids.length === 0) return;
  for (const { id, ruleset, isHere, place } of await findAll(context, {
    own: new Set(ids),
    prefix: '',
  })) {
    if (!isHere) await place.cover(id, true);
    // Off is what we left; people may have chosen to only evaluate it.
    if (ruleset.enforcement === 'disabled') await place.enforce(id, 'active');
  }
  await pausedRulesets.forget(records);
}

/** Where a repository ends before its step of settings: people have access, so its rules must hold meanwhile. */
export async function resumeAfterFailure(context: PauseContext): Promise<void> {
  try {
    await resumeRulesets(context);
  } catch (thrown) {
    // Whether any are off is not known then: the run ends for that, and its resume looks.
    if (hasCode(thrown, 'state')) return;
    context.warn(
      "This migration's rulesets are still off: resume, or run `migrator settings --migration <id>`",
    );
  }
}

/** GitHub answers 404 for what is gone and for what a token may not change: only the lists show which. */
async function findAll(
  context: ResumeContext,
  { own, prefix }: { own: ReadonlySet<string | null>; prefix: string },
): Promise<readonly (ScopedRuleset & { readonly place: RulesetScope })[]> {
  const ids = [...own];
  const places = [
    ...(ids.every(isOfOrganization) ? [] : [repositoryScope(context, noIds)]),
    ...(ids.some(isOfOrganization) ? [await organizationScope(context, noIds)] : []),
  ];
  const found = await Promise.all(
    places.map(async (place) => (await place.list(prefix)).map((one) => ({ ...one, place }))),
  );
  return found.flat().filter(({ id }) => own.has(id));
}
