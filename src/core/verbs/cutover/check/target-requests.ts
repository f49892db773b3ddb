import { settingsForecast } from '../../../forecast/settings-forecast.ts';
import { storedOptions } from '../../../replica/context/stored-plan.ts';
import { forecastRequests } from '../../verify/forecast-requests.ts';
import type { CutoverRepository, CutoverRun } from '../run/cutover-request.ts';
import type { TargetRequests } from '../run/expect-cutover.ts';
import { pendingIn } from '../run/in-phase.ts';

/** To open one repository: its two switches, and who has access. */
const toOpen: TargetRequests = { reads: 8, writes: 3 };

/** Counts the requests that the steps left to do send to the target: settings, verification, opening. */
export async function targetRequests(
  { services: { store, target }, migration, plan }: CutoverRun,
  all: readonly CutoverRepository[],
): Promise<TargetRequests & { readonly isLimited: boolean }> {
  const settings = pendingIn('settings', all);
  const isWanted = storedOptions(migration).apply_settings !== 'none' && settings.length > 0;
  const repositories = settings.map(({ planned }) => planned);
  const applied = isWanted ? settingsForecast({ ...plan, repositories }) : null;
  const compared = await Promise.all(
    pendingIn('verify', all).map(async ({ planned: { source, settings: own = [] } }) => {
      const list = store.listObjects.bind(store, migration.id, source);
      const [pullRequests, comments] = [await list('pull-request'), await list('comment')];
      return {
        pullRequests: pullRequests.length,
        comments: comments.length,
        hasSettings: own.length > 0,
      };
    }),
  );
  const opened = pendingIn('open', all).length;
  return {
    reads: (applied?.reads ?? 0) + forecastRequests(compared) + opened * toOpen.reads,
    writes: (applied?.writes ?? 0) + (applied?.creating ?? 0) + opened * toOpen.writes,
    isLimited: target.limits.pushesPerMinute !== null,
  };
}
