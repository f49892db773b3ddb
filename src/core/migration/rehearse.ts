import { toMigratorError } from '../errors.ts';
import type { Migration } from '../model/migration.ts';
import { check, findPending } from './check.ts';
import { chooseSettings } from './choose-settings.ts';
import { forecastPullRequests } from './forecast-pull-requests.ts';
import type { Migrate, MigrateOutcome } from './migrate.ts';

/** Says what would be done, and all that is in its way. */
export async function rehearse(run: Migrate, known: Migration | null): Promise<MigrateOutcome> {
  const { services, plan } = run;
  const { settings, users } = chooseSettings(run, known);
  const open = await findPending(run, known);
  const adoptsFound = known === null ? run.adoptsFound : settings.adopts_found;
  const checked = await check(run, known, { ...open, settings, users, adoptsFound });
  const pending = new Set(open.repositories.map(({ source }) => source));
  const again = new Set([...open.made.keys()].filter((source) => !checked.replaced.has(source)));
  const { ongoing } = open;
  const signal = AbortSignal.any([run.signal, run.drain]);
  try {
    const asked = {
      services,
      plan,
      settings,
      pending: open.repositories,
      preflight: checked,
      counts: run.countsPullRequests ?? true,
      signal,
    };
    const forecast = await forecastPullRequests(asked);
    const outcome = { kind: 'dry-run', preflight: checked, pending, again, ongoing } as const;
    const targetIsLimited = services.target.limits.pushesPerMinute !== null;
    return forecast === null ? outcome : { ...outcome, forecast, targetIsLimited };
  } catch (thrown) {
    const error = toMigratorError(thrown);
    if (signal.aborted || error.code === 'interrupted') throw error;
    const problems = [...checked.problems, error];
    return { kind: 'dry-run', preflight: { ...checked, problems }, pending, again, ongoing };
  }
}
