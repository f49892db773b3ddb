import type { GithubRepository } from '../records.ts';
import { fitsName } from './patterns.ts';
import type { GithubRuleset, PropertyCondition, RepositoryConditions } from './records.ts';

/** The repository's own, then those of its organization that are for it. */
export function rulesetsFor(repository: GithubRepository): readonly GithubRuleset[] {
  const above = repository.owner.rulesets.filter(
    ({ repositories }) => repositories !== null && isFor(repositories, repository),
  );
  return [...repository.settings.rulesets, ...above];
}

function isFor(conditions: RepositoryConditions, repository: GithubRepository): boolean {
  switch (conditions.kind) {
    case 'id':
      return conditions.ids.includes(repository.id);
    case 'name': {
      const { include, exclude } = conditions.names;
      const fits = (pattern: string) => fitsName(pattern, repository.name);
      return include.some(fits) && !exclude.some(fits);
    }
    case 'property': {
      const has = (condition: PropertyCondition) => hasProperty(repository, condition);
      return conditions.include.some(has) && !conditions.exclude.some(has);
    }
  }
}

function hasProperty({ settings }: GithubRepository, { name, values }: PropertyCondition) {
  const value = settings.properties.get(name) ?? null;
  return [value].flat().some((one) => one !== null && values.includes(one));
}
