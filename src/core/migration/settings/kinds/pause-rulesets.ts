import { hasCode } from '../../../kernel/errors.ts';
import type { StepName } from '../../../ports/records/migration.ts';
import { rulesetPrefix } from '../../../settings/compare/wanted-settings.ts';
import type { RepositoryContext } from '../../migration-context.ts';

type PauseContext = Pick<
  RepositoryContext,
  'target' | 'targetName' | 'records' | 'signal' | 'warn'
>;

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
  // First: a crash in between must not leave them off for good.
  await records.recordIntent('planned-setting', paused);
  await records.saveObjectData('planned-setting', paused, JSON.stringify(ids));
  for (const { id } of active) await port.enforceRuleset({ ...place, id, enforcement: 'disabled' });
  context.warn('Rulesets of this migration are off until the rest is written');
}

/** Puts in force again what was off for the writing. */
export async function resumeRulesets(context: Omit<PauseContext, 'warn'>): Promise<void> {
  const { target, targetName, records, signal } = context;
  const ids = await readPaused(context);
  if (ids.length === 0) return;
  for (const id of ids) {
    const request = { ...targetName, id, enforcement: 'active', signal } as const;
    await target.settings.repository.enforceRuleset(request).catch((thrown: unknown) => {
      // Somebody has deleted it since.
      if (!hasCode(thrown, 'not-found', 'permission')) throw thrown;
    });
  }
  await records.forgetObjects('planned-setting', [paused]);
}

async function readPaused({ records }: Pick<PauseContext, 'records'>): Promise<readonly string[]> {
  const row = await records.findObject('planned-setting', paused);
  const ids: unknown = JSON.parse(row?.data ?? '[]');
  return Array.isArray(ids) ? ids.map(String) : [];
}
