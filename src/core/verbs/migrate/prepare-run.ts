import {
  exportsArchives,
  importsArchives,
  keptFor,
  requireFittingFormat,
} from '../../choices/engine.ts';
import { MigratorError } from '../../kernel/errors.ts';
import { safe } from '../../kernel/format/terminal-text.ts';
import type { Plan } from '../../plan/plan-schema.ts';
import type { Migration } from '../../ports/records/migration.ts';
import { findUnfinished } from '../../replica/apply/guard/list-unfinished.ts';
import { planDigest } from '../../replica/context/identity.ts';
import { requireMarkerKey } from '../../replica/context/require-marker-key.ts';
import {
  type StoredChoice,
  storedOptions,
  storedPlan,
  withAddedRepositories,
} from '../../replica/context/stored-plan.ts';
import { hasOtherMap, type Resumed } from '../../run/preflight/apply-choice.ts';
import { chooseOptions } from '../../run/preflight/choose-options.ts';
import type { Migrate, MigrateOutcome } from '../../run/preflight/migrate-request.ts';
import { findNamesToRewrite, noNamesToRewrite } from '../../run/preflight/names-to-rewrite.ts';
import { resumeSkipped } from './skipped-targets.ts';

/** Describes what a run as asked for is: the begin of a migration, the next part of one, or nothing. */
type Prepared<Run extends Migrate> =
  | { readonly kind: 'begin'; readonly run: Run; readonly chosen: StoredChoice }
  | { readonly kind: 'resume'; readonly run: Run; readonly resumed: Resumed }
  | {
      readonly kind: 'nothing-to-do';
      readonly outcome: NothingToDo;
      readonly run: Run;
      readonly resumed: Resumed;
    };

type NothingToDo = Extract<MigrateOutcome, { kind: 'nothing-to-do' }>;

/**
 * Finds the migration of a plan, and what is chosen for it now. Writes nothing.
 * @throws MigratorError of code `state` if its key is gone, `usage` for what cannot be changed any more
 */
export async function prepareRun<Run extends Migrate>(given: Run): Promise<Prepared<Run>> {
  const { store } = given.services;
  const known =
    given.resume ?? (await findUnfinished(store, digestFor(given.plan, given.wanted.defaults)));
  const run = known === null ? given : await resumeSkipped(withAdded(given, known), known);
  const chosen = await chooseOptions({ ...run, store }, known);
  requireFittingEngine(chosen.kept, run.plan);
  requireFittingFormat(chosen.kept, run.plan);
  if (known !== null) {
    requireSameEngine(known, chosen.kept);
    requireSameEngines(known, chosen.kept, run.plan);
  }
  if (known === null) return { kind: 'begin', run, chosen };
  // What was imported names people by their accounts.
  const byRequests = run.plan.repositories.filter(
    (planned) => !importsArchives(keptFor(chosen.kept, planned)),
  );
  const isOtherMap = hasOtherMap(known, chosen) && byRequests.length > 0;
  const among = new Set(byRequests.map(({ source }) => source));
  const names = isOtherMap ? await findNamesToRewrite(store, known, among) : noNamesToRewrite;
  const isComplete = known.status === 'completed' && run.reset.size === 0;
  if (isComplete && names.repositories.size === 0) {
    const outcome = { kind: 'nothing-to-do', migration: known, isOtherMap } as const;
    return { kind: outcome.kind, outcome, run, resumed: { known, chosen, names } };
  }
  await requireMarkerKey(run.services, known);
  return { kind: 'resume', run, resumed: { known, chosen, names } };
}

/** Identifies the migration of a plan. Pure. */
export function digestFor(plan: Plan, kept: Engine): string {
  return planDigest(plan, { exported: exportsArchives(kept) ? kept.archive_format : null });
}

type Engine = Pick<StoredChoice['kept'], 'engine' | 'export' | 'archive_format'>;

/** @throws `usage` where the engine cannot do what is asked for */
function requireFittingEngine(kept: StoredChoice['kept'], { repositories }: Plan): void {
  const engines = new Set(repositories.map((planned) => keptFor(kept, planned).engine));
  if (engines.has('archive') && kept.comments !== 'threaded') {
    throw new MigratorError('usage', `comments: ${kept.comments} needs --engine rest`, {
      hint: 'Archives keep every comment separate. Remove --comments, or the setting "comments" from the plan and the configuration.',
    });
  }
  if (kept.export !== null && (kept.engine !== 'archive' || engines.has('rest'))) {
    throw new MigratorError('usage', '--export needs --engine archive', {
      hint: 'Archives go to a folder. The runbook next to them has the commands that import them.',
    });
  }
  if (exportsArchives(kept) && kept.follow) {
    throw new MigratorError('usage', '--export cannot be used with a later cut-over', {
      hint: 'Remove follow from the plan: archives in a folder cannot be synced. Or omit --export to import instead.',
    });
  }
}

/** @throws `usage`: one migration is done by one engine, from its first repository to its last */
function requireSameEngine(known: Migration, asked: Engine): void {
  const kept = storedOptions(known);
  const isSame = kept.engine === asked.engine && exportsArchives(kept) === exportsArchives(asked);
  if (isSame) {
    requireSameFormat(known, asked);
    return;
  }
  const isOther = exportsArchives(kept) || exportsArchives(asked);
  const { id } = known;
  throw new MigratorError(
    'usage',
    `Migration ${id} started with --engine ${kept.engine}, which cannot be changed`,
    {
      hint: isOther
        ? 'Archives in a folder need their own migration: run the same plan again with --plan.'
        : `To use the other engine, end this one with --cancel ${id}, then run the plan again.`,
    },
  );
}

/** @throws `usage` where a repository has another engine than it began with */
function requireSameEngines(known: Migration, kept: Pick<Engine, 'engine'>, plan: Plan): void {
  const stored = storedPlan(known).repositories;
  const before = new Map(stored.map((one) => [one.source, one] as const));
  const other = plan.repositories.find((planned) => {
    const one = before.get(planned.source);
    return one !== undefined && keptFor(kept, one).engine !== keptFor(kept, planned).engine;
  });
  if (other === undefined) return;
  const { id } = known;
  const message = `Migration ${id} started ${safe(other.source)} with the other engine`;
  throw new MigratorError('usage', message, {
    hint: `Restore its engine in the plan. To use the other one, end this migration with --cancel ${id}, then run the plan again.`,
  });
}

/** @throws `usage`: what was uploaded, or lies in the folder, has one format */
function requireSameFormat(known: Migration, settings: Engine): void {
  const kept = storedOptions(known).archive_format;
  if (kept === settings.archive_format) return;
  const { id } = known;
  throw new MigratorError(
    'usage',
    `Migration ${id} started with --archive-format ${kept}, which cannot be changed`,
    {
      hint: exportsArchives(settings)
        ? 'Archives in another format need their own migration: run the same plan again with --plan.'
        : `To use the other format, end this one with --cancel ${id}, then run the plan again.`,
    },
  );
}

function withAdded<Run extends Migrate>(given: Run, known: Migration): Run {
  const { plan, text } = withAddedRepositories({ plan: given.plan, text: given.planText }, known);
  return { ...given, plan, planText: text };
}
