import { exportsArchives } from '../choices/engine.ts';
import type { Plan } from '../plan/plan-schema.ts';
import type { Store } from '../ports/store.ts';
import { readApplied, readTeams } from '../replica/context/settings/applied-settings.ts';
import { storedOptions, storedPlan } from '../replica/context/stored-plan.ts';
import type { RunState } from '../report/run/run-state.ts';
import {
  type LeftToDo,
  leftInRun,
  type OpenSetting,
  withEarlier,
} from '../report/summary/to-dos.ts';
import { outcomeText } from '../settings/applying/outcome-text.ts';
import type { SettingOutcome } from '../settings/applying/setting-outcome.ts';
import { gradeOf } from '../settings/compare/settings-summary.ts';
import { isLeftOpen, openNote } from '../settings/kinds/left-open.ts';
import { adviceOnOutcome } from '../verbs/verify/findings/planned-advice.ts';

type Reads = Pick<Store, 'findMigration' | 'listRepositories' | 'listObjects' | 'listEvents'>;

/**
 * Reads what a migration leaves to people: warnings of its runs, settings as they were applied last, and those of the plan that
 * GitHub has nothing for. Asks no host.
 * @param given.isMeant whether a repository counts; all on the target where it is left out
 */
export async function readLeftToDo(
  store: Reads,
  given: {
    readonly migration: string | null;
    readonly run: RunState;
    readonly isMeant?: (source: string) => boolean;
  },
): Promise<LeftToDo> {
  const { migration: id, run, isMeant = () => true } = given;
  const migration = id === null ? null : await store.findMigration(id);
  if (migration === null) return leftInRun(run);
  const repositories = (await store.listRepositories(migration.id)).filter(({ source }) =>
    isMeant(source),
  );
  const earlier = await store.listEvents(migration.id, 'repository-warning');
  const warned = withEarlier(leftInRun(run).warned, earlier, { repositories });
  const plan = planOf(migration);
  if (plan === null) return { warned, settings: [], byHand: new Map() };
  const arrived = new Set(
    repositories.flatMap(({ source, status }) => (status === 'succeeded' ? [source] : [])),
  );
  const planned = plan.repositories.filter(
    ({ source, settings, pipelines }) =>
      (settings !== undefined || pipelines !== undefined) && arrived.has(source),
  );
  const rowsOf = (source: string) => store.listObjects(migration.id, source, 'settings');
  const open = planned.map(async ({ source, target }) => {
    const outcomes = readApplied(await rowsOf(source))?.outcomes ?? [];
    return openAmong(outcomes, { source, target });
  });
  const [first] = plan.repositories;
  const teams =
    first === undefined || planned.length === 0 ? [] : readTeams(await rowsOf(first.source));
  return {
    warned,
    settings: [...openAmong(teams, null), ...(await Promise.all(open)).flat()],
    byHand: new Map(
      planned.flatMap(({ source, settings = [] }) => {
        const many = settings.filter((one) => gradeOf(one) === 'none').length;
        return many === 0 ? [] : [[source, many]];
      }),
    ),
  };
}

/** `null` where the state is damaged, or nothing is on the target. */
function planOf(migration: Parameters<typeof storedPlan>[0] & { settings: string }): Plan | null {
  try {
    return exportsArchives(storedOptions(migration)) ? null : storedPlan(migration);
  } catch {
    // The warnings are there all the same.
    return null;
  }
}

function openAmong(
  outcomes: readonly SettingOutcome[],
  repository: OpenSetting['repository'],
): readonly OpenSetting[] {
  return outcomes.filter(isLeftOpen).map((one) => ({
    repository,
    name: outcomeText(one),
    note: openNote(one),
    fix: adviceOnOutcome(one),
  }));
}
