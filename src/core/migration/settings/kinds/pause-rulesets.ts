import type { StepName } from '../../../ports/records/migration.ts';
import { rulesetPrefix } from '../../../settings/compare/wanted-settings.ts';
import type { RepositoryContext } from '../../migration-context.ts';

type PauseContext = Pick<
  RepositoryContext,
  'target' | 'targetName' | 'records' | 'signal' | 'warn'
>;

interface ResumeContext extends Omit<PauseContext, 'warn' | 'target' | 'records'> {
  readonly target: Pick<PauseContext['target'], 'settings'>;
  readonly records: Pick<PauseContext['records'], 'findObject' | 'forgetObjects'>;
}

/** In the state: ids of rulesets that are off while a repository is written to. */
const paused = 'paused-rulesets';

/** They write what rulesets may refuse. */
const writing: readonly StepName[] = ['lfs', 'push', 'pull-requests'];

const noIds = { teams: new Map(), users: new Map() } as const;

/**
 * Rulesets of ours in force would refuse what a resume or a repair has still to write. They are off until the step of
 * settings, which puts exactly these in force again. No request where none was created.
 */
export async function pauseRulesets(context: PauseContext): Promise<void> {
  const { target, targetName, records, signal } = context;
  const known = await records.listObjects('planned-setting', 'ruleset ');
  if (known.length === 0) return;
  const steps = await records.listSteps();
  const isDone = (name: StepName) =>
    steps.some((step) => step.name === name && ['done', 'skipped'].includes(step.status));
  if (writing.every(isDone)) return;
  const own = new Set(known.map(({ targetId }) => targetId));
  const port = target.settings.repository;
  const place = { ...targetName, signal };
  const found = await port.listRulesets({ ...place, prefix: rulesetPrefix, ids: noIds });
  const active = found.filter(({ id, ruleset }) => own.has(id) && ruleset.enforcement === 'active');
  if (active.length === 0) return;
  const before = await readPaused(context);
  const ids = [...new Set([...before, ...active.map(({ id }) => id)])];
  // First: a crash in between must not leave them off for good. An intent drops what an earlier one has kept.
  if ((await records.findObject('planned-setting', paused)) === null) {
    await records.recordIntent('planned-setting', paused);
  }
  await records.saveObjectData('planned-setting', paused, JSON.stringify(ids));
  for (const { id } of active) await port.enforceRuleset({ ...place, id, enforcement: 'disabled' });
  context.warn('Rulesets of this migration are off until the rest is written');
}

/**
 * Puts in force again what was off for the writing, but for what somebody has deleted since. What GitHub refuses stays known.
 * @throws `refused` or `permission`
 */
export async function resumeRulesets(context: ResumeContext): Promise<void> {
  const { target, targetName, records, signal } = context;
  const ids = await readPaused(context);
  if (ids.length === 0) return;
  const port = target.settings.repository;
  const place = { ...targetName, signal };
  // GitHub answers 404 for what is gone and for what a token may not change: only the list tells.
  const found = await port.listRulesets({ ...place, prefix: '', ids: noIds });
  for (const { id, ruleset } of found.filter((one) => ids.includes(one.id))) {
    if (ruleset.enforcement === 'active') continue;
    await port.enforceRuleset({ ...place, id, enforcement: 'active' });
  }
  await records.forgetObjects('planned-setting', [paused]);
}

/** Where a repository ends before its step of settings: people have access, so its rules must hold meanwhile. */
export async function resumeAfterFailure(context: PauseContext): Promise<void> {
  try {
    await resumeRulesets(context);
  } catch {
    context.warn(
      'Rulesets of this migration are still off: resume, or run `migrator settings --migration <id>`',
    );
  }
}

async function readPaused({ records }: Pick<ResumeContext, 'records'>): Promise<readonly string[]> {
  const row = await records.findObject('planned-setting', paused);
  const ids: unknown = JSON.parse(row?.data ?? '[]');
  return Array.isArray(ids) ? ids.map(String) : [];
}
