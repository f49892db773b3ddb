import { hasCode } from '../../../../kernel/errors.ts';
import { namesText } from '../../../../kernel/format/format.ts';
import { manualSwitch, manualSwitchOn } from '../../../../pipelines/jobs/deployment.ts';
import type { EnvironmentReviewer, TargetEnvironment } from '../../../../ports/secret-target.ts';
import type { SettingsContext } from '../../../context/settings/settings-context.ts';

/** Tells whether manual steps can start, and what to say of their environments. */
export interface Protection {
  readonly isWhole: boolean;
  readonly notes: readonly string[];
}

/**
 * Gives environments of manual steps their reviewers, and then switches manual steps on. An environment that has rules stays as
 * it is; a refusal leaves manual steps off.
 * @param planned logins, and teams as `organization/team`
 */
export async function protectEnvironments(
  context: SettingsContext,
  environments: readonly string[],
  planned: readonly string[],
): Promise<Protection> {
  if (environments.length === 0 || planned.length === 0) return { isWhole: false, notes: [] };
  const { target, targetName, signal } = context;
  const { reviewers, unknown } = await findReviewers(context, planned);
  if (unknown.length > 0) {
    return off(`GitHub has no ${namesText(unknown, mostNames)} in the organization`);
  }
  const place = { ...targetName, signal };
  try {
    const there = (await target.secrets.listEnvironments(place)) ?? [];
    const kept = environments.filter((name) => rulesOf(name, there) === 'others');
    if (kept.length > 0) return off(`${namesText(kept, mostNames)} has other rules, which stay`);
    for (const environment of environments) {
      if (rulesOf(environment, there) === 'reviewers') continue;
      context.stopIfDraining();
      await target.secrets.createEnvironment({ ...place, environment, reviewers });
    }
    const wanted = { variable: manualSwitch, value: manualSwitchOn };
    const value = await target.secrets.createVariable({ ...place, ...wanted });
    if (value !== manualSwitchOn) return off(`the variable ${manualSwitch} has another value`);
  } catch (thrown) {
    if (!hasCode(thrown, 'refused', 'permission', 'not-found')) throw thrown;
    return off(thrown instanceof Error ? thrown.message : String(thrown));
  }
  const names = namesText(environments, mostNames);
  return { isWhole: true, notes: [`Reviewers of ${names}: ${planned.join(', ')}`] };
}

const mostNames = 5;

function off(reason: string): Protection {
  return { isWhole: false, notes: [`Manual steps stay off: ${reason}`] };
}

/** Names of environments are the same in any case. */
function rulesOf(name: string, there: readonly TargetEnvironment[]): TargetEnvironment['rules'] {
  return there.find((one) => one.name.toLowerCase() === name.toLowerCase())?.rules ?? 'none';
}

async function findReviewers(
  { organization }: SettingsContext,
  planned: readonly string[],
): Promise<{
  readonly reviewers: readonly EnvironmentReviewer[];
  readonly unknown: readonly string[];
}> {
  const { ids } = await organization();
  const found = planned.map((name) => {
    const [owner = '', team] = name.toLowerCase().split('/');
    const id = team === undefined ? ids.users.get(owner) : ids.teams.get(team);
    return { name, id, kind: team === undefined ? ('user' as const) : ('team' as const) };
  });
  return {
    reviewers: found.flatMap(({ id, kind }) => (id === undefined ? [] : [{ kind, id }])),
    unknown: found.flatMap(({ id, name }) => (id === undefined ? [name] : [])),
  };
}
