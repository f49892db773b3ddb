import type { RepositoryContext } from '../migration-context.ts';

/** A planned repository on the target, as people name it: `owner/name`. */
export function targetName({
  owner,
  planned,
}: Pick<RepositoryContext, 'owner' | 'planned'>): string {
  return `${owner.login}/${planned.target}`;
}
