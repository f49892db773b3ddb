import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Workplace } from '../../helpers/program/workplace.ts';
import { censusOfPullRequests } from './census-pull-requests.ts';
import { censusOfRefs } from './census-refs.ts';
import { censusOfOrganization, censusOfSettings, type WantedSettings } from './census-settings.ts';
import type { Finding } from './finding.ts';
import { compareForms } from './neutral/compare.ts';
import { readSource } from './neutral/read-source.ts';
import { readTarget } from './neutral/read-target.ts';

/**
 * Compares both hosts by their own records: nothing here asks the program, or uses its code.
 * @param folder where `plan.json` lies
 */
export function takeCensus({ sandbox, folder }: Pick<Workplace, 'sandbox' | 'folder'>): Finding[] {
  const { bitbucket, github, organization } = sandbox;
  const keepsAnswered = sandbox.dataCenter !== null;
  const plan = JSON.parse(readFileSync(join(folder, 'plan.json'), 'utf8')) as {
    readonly teams?: WantedSettings['teams'];
    readonly repositories: readonly {
      readonly source: string;
      readonly target: string;
      readonly settings?: WantedSettings['settings'];
    }[];
  };
  const { teams = [] } = plan;
  const settings = new Map(plan.repositories.map((one) => [one.source, one.settings]));
  const targets = new Map(plan.repositories.map(({ source, target }) => [source, target]));
  // A project does not list what belongs to people.
  const listed = bitbucket.repositories.filter(({ project }) => !project.key.startsWith('~'));
  const owner = github.findAccount(organization);
  const shared = owner === null ? [] : censusOfOrganization(owner);
  const each = listed.flatMap((source): Finding[] => {
    const name = targets.get(source.slug);
    if (name === undefined) return [{ kind: 'lost', what: `${source.slug} is not in the plan` }];
    const found = github.repositories.filter(
      (one) => one.owner.login === organization && one.name === name,
    );
    const [target] = found;
    if (target === undefined) return [{ kind: 'lost', what: `repository ${name}` }];
    return [
      ...censusOfRefs(source, target),
      ...censusOfPullRequests(source, target),
      ...compareForms(readSource(source, { name, keepsAnswered }), readTarget(target)),
      ...ofSettings(target, { teams, settings: settings.get(source.slug) }),
    ];
  });
  return [...shared, ...each];
}

function ofSettings(
  target: Parameters<typeof censusOfSettings>[0],
  {
    teams,
    settings,
  }: { teams: WantedSettings['teams']; settings?: WantedSettings['settings'] | undefined },
): Finding[] {
  return settings === undefined ? [] : censusOfSettings(target, { teams, settings });
}
