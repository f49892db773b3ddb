import { MigratorError } from '../../kernel/errors.ts';
import type { Migration } from '../../ports/records/migration.ts';
import { findUnfinished } from '../../replica/apply/guard/list-unfinished.ts';
import { planDigest } from '../../replica/context/identity.ts';
import { requireMarkerKey } from '../../replica/context/require-marker-key.ts';
import {
  type StoredChoice,
  storedSettings,
  withAddedRepositories,
} from '../../replica/context/stored-plan.ts';
import { hasOtherMap, type Resumed } from '../../run/preflight/apply-choice.ts';
import { chooseSettings } from '../../run/preflight/choose-settings.ts';
import type { Migrate, MigrateOutcome } from '../../run/preflight/migrate-request.ts';
import { findNamesToRewrite, noNamesToRewrite } from '../../run/preflight/names-to-rewrite.ts';
import { resumeSkipped } from './skipped-targets.ts';

/** Describes what a run as asked for is: the begin of a migration, the next part of one, or nothing. */
type Prepared<Run extends Migrate> =
  | { readonly kind: 'begin'; readonly run: Run; readonly chosen: StoredChoice }
  | { readonly kind: 'resume'; readonly run: Run; readonly resumed: Resumed }
  | Extract<MigrateOutcome, { kind: 'nothing-to-do' }>;

/**
 * Finds the migration of a plan, and what is chosen for it now. Writes nothing.
 * @throws MigratorError of code `state` if its key is gone, `usage` for what cannot be changed any more
 */
export async function prepareRun<Run extends Migrate>(given: Run): Promise<Prepared<Run>> {
  const { store } = given.services;
  const known =
    given.resume ??
    (await findUnfinished(store, planDigest(given.plan, given.settings.defaults.engine)));
  const run = known === null ? given : await resumeSkipped(withAdded(given, known), known);
  const chosen = await chooseSettings({ ...run, store }, known);
  requireExport(chosen.settings);
  if (known !== null) requireSameEngine(known, chosen.settings);
  if (known === null) return { kind: 'begin', run, chosen };
  const isOtherMap = hasOtherMap(known, chosen);
  const names = isOtherMap ? await findNamesToRewrite(store, known) : noNamesToRewrite;
  const isComplete = known.status === 'completed' && run.reset.size === 0;
  if (isComplete && names.repositories.size === 0) {
    return { kind: 'nothing-to-do', migration: known, isOtherMap };
  }
  await requireMarkerKey(run.services, known);
  return { kind: 'resume', run, resumed: { known, chosen, names } };
}

/** @throws `usage` where an engine and a folder for its archives do not come together */
function requireExport({ engine, export: folder }: StoredChoice['settings']): void {
  if ((engine === 'archive') === (folder !== null)) return;
  const [given, missing] =
    engine === 'archive' ? ['--engine archive', '--export DIR'] : ['--export', '--engine archive'];
  throw new MigratorError('usage', `${given} needs ${missing}`, {
    hint: 'Archives are written into a folder, and imported by the commands of the runbook beside them.',
  });
}

/** @throws `usage`: targets of the one and archives of the other do not belong together */
function requireSameEngine(known: Migration, { engine }: StoredChoice['settings']): void {
  const kept = storedSettings(known).engine;
  if (kept === engine) return;
  throw new MigratorError('usage', `Migration ${known.id} keeps --engine ${kept}`, {
    hint: 'For the other engine, run the same plan again with --plan: that is a migration of its own.',
  });
}

function withAdded<Run extends Migrate>(given: Run, known: Migration): Run {
  const { plan, text } = withAddedRepositories({ plan: given.plan, text: given.planText }, known);
  return { ...given, plan, planText: text };
}
