import { toMigratorError } from '../../kernel/errors.ts';
import type { Migration } from '../../ports/records/migration.ts';
import type { Resumed } from '../choices/apply-choice.ts';
import type { Migrate, MigrateOutcome } from '../migrate-request.ts';
import { forecastPullRequests } from '../preflight/forecast-pull-requests.ts';
import { check, findPending } from '../preflight/preflight-checks.ts';

/** Says what would be done, and all that is in its way. */
export async function rehearse(
  run: Migrate,
  { known, chosen, names }: Omit<Resumed, 'known'> & { known: Migration | null },
): Promise<MigrateOutcome> {
  const { services, plan } = run;
  const { settings, users } = chosen;
  const open = await findPending(run, known, names);
  const adoptsFound = known === null ? run.adoptsFound : settings.adopts_found;
  const checked = await check(run, known, { ...open, settings, users, adoptsFound });
  const pending = new Set(open.repositories.map(({ source }) => source));
  const again = new Set([...open.made.keys()].filter((source) => !checked.replaced.has(source)));
  const states = known === null ? [] : await services.store.listRepositories(known.id);
  const done = new Set(
    states.filter(({ status }) => status === 'succeeded').map(({ source }) => source),
  );
  const isRewritten = (source: string) => done.has(source) && !run.reset.has(source);
  const unfinished = new Set([...open.unfinished].filter((source) => !isRewritten(source)));
  const told = { preflight: checked, pending, again, unfinished, namesToRewrite: names } as const;
  const signal = AbortSignal.any([run.signal, run.drain]);
  try {
    const asked = {
      services,
      plan,
      settings,
      pending: open.repositories.filter(({ source }) => !isRewritten(source)),
      preflight: checked,
      counts: run.countsPullRequests ?? true,
      signal,
    };
    const forecast = await forecastPullRequests(asked);
    const outcome = { kind: 'dry-run', ...told } as const;
    const targetIsLimited = services.target.limits.pushesPerMinute !== null;
    return forecast === null ? outcome : { ...outcome, forecast, targetIsLimited };
  } catch (thrown) {
    const error = toMigratorError(thrown);
    if (signal.aborted || error.code === 'interrupted') throw error;
    const problems = [...checked.problems, error];
    return { kind: 'dry-run', ...told, preflight: { ...checked, problems } };
  }
}
