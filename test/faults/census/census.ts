import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Workplace } from '../../helpers/workplace.ts';
import { censusOfPullRequests } from './census-pull-requests.ts';
import { censusOfRefs } from './census-refs.ts';
import type { Finding } from './finding.ts';

/**
 * Compares both hosts by their own records: nothing here asks the program, or uses its code.
 * @param folder where `plan.json` lies
 */
export function takeCensus({ sandbox, folder }: Pick<Workplace, 'sandbox' | 'folder'>): Finding[] {
  const { bitbucket, github, organization } = sandbox;
  const plan = JSON.parse(readFileSync(join(folder, 'plan.json'), 'utf8')) as {
    readonly repositories: readonly { readonly source: string; readonly target: string }[];
  };
  const targets = new Map(plan.repositories.map(({ source, target }) => [source, target]));
  return bitbucket.repositories.flatMap((source) => {
    const name = targets.get(source.slug);
    if (name === undefined) return [{ kind: 'lost', what: `${source.slug} is not in the plan` }];
    const found = github.repositories.filter(
      (one) => one.owner.login === organization && one.name === name,
    );
    const [target] = found;
    if (target === undefined) return [{ kind: 'lost', what: `repository ${name}` }];
    return [
      ...censusOfRefs(source, target),
      ...censusOfPullRequests(source, target, sandbox.source),
    ];
  });
}
