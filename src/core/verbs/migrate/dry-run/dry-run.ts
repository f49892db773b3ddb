import { exportsArchives, importsArchives, keptFor } from '../../../choices/engine.ts';
import { migratesPullRequests } from '../../../choices/kept-options.ts';
import { gatherFacts } from '../../../forecast/gather-facts.ts';
import { toMigratorError } from '../../../kernel/errors.ts';
import type { Migration } from '../../../ports/records/migration.ts';
import type { Resumed } from '../../../run/preflight/apply-choice.ts';
import type { Foresee, Foreseen } from '../../../run/preflight/migrate-request.ts';
import { check, findPending } from '../../../run/preflight/preflight-checks.ts';
import { foreseeSettings } from './foresee-settings.ts';

/** Reports what a run would do, and all problems. */
export async function dryRun(
  run: Foresee,
  { known, chosen, names }: Omit<Resumed, 'known'> & { known: Migration | null },
): Promise<Foreseen> {
  const { services } = run;
  const { kept, users } = chosen;
  const open = await findPending(run, known, names);
  const adoptsFound = known === null ? run.adoptsFound : kept.adopts_found;
  const checked = await check(run, known, {
    ...{ ...open, kept, users, adoptsFound },
    needsLicense: run.needsLicense === true,
  });
  const pending = new Set(open.repositories.map(({ source }) => source));
  const again = new Set([...open.made.keys()].filter((source) => !checked.replaced.has(source)));
  const states = known === null ? [] : await services.store.listRepositories(known.id);
  const done = new Set(
    states.filter(({ status }) => status === 'succeeded').map(({ source }) => source),
  );
  const isRewritten = (source: string) => done.has(source) && !run.reset.has(source);
  const unfinished = new Set([...open.unfinished].filter((source) => !isRewritten(source)));
  let found: Foreseen = {
    ...{ preflight: checked, pending, again, unfinished, namesToRewrite: names },
    rewrites: checked.rewrites,
  };
  if (exportsArchives(kept)) return { ...found, isArchived: true };
  const signal = AbortSignal.any([run.signal, run.drain]);
  try {
    const { target } = services;
    const targetIsLimited = target.limits.pushesPerMinute !== null;
    found = { ...found, targetIsLimited };
    const { follow } = kept;
    const plan = {
      ...run.plan,
      repositories: open.repositories.filter(
        ({ source }) => !isRewritten(source) && !checked.existing.has(source),
      ),
    };
    const ahead = await foreseeSettings({ plan, target, owner: checked.owner, follow, signal });
    if (ahead !== null) found = { ...found, settings: ahead };
    const { imported = [], unread = [] } = Object.groupBy(
      plan.repositories.filter((one) => migratesPullRequests(kept, one)),
      (one) => (importsArchives(keptFor(kept, one)) ? 'imported' : 'unread'),
    );
    const factsOf = (of: readonly { readonly source: string }[]) =>
      gatherFacts({
        source: services.source,
        workspace: run.plan.source.workspace,
        repositories: of.flatMap(({ source }) => checked.sources.get(source) ?? []),
        records: services.deepRecords,
        counts: run.countsPullRequests ?? true,
        signal,
      });
    if (imported.length > 0) found = { ...found, imports: await factsOf(imported) };
    const forecast = await factsOf(unread);
    if (forecast.length === 0) return found;
    const { credentials: sourceTokens = 1 } = services.source;
    return { ...found, forecast, sourceTokens };
  } catch (thrown) {
    const error = toMigratorError(thrown);
    if (signal.aborted || error.code === 'interrupted') throw error;
    const problems = [...checked.problems, error];
    return { ...found, preflight: { ...checked, problems } };
  }
}
