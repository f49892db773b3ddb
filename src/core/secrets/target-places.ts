import { MigratorError } from '../errors.ts';
import type { ResolveTargetNames } from '../model/target-name.ts';
import type { Plan } from '../plan/plan-schema.ts';
import type { Manifest, ManifestRepository } from './manifest.ts';

/** A manifest's repository with its name on the target. */
export interface TargetedRepository extends ManifestRepository {
  readonly target: string;
}

export interface Targeted {
  readonly repositories: readonly TargetedRepository[];
  /** The name on the target of any repository of the source. */
  readonly targetOf: (source: string) => string;
  /** Names on the source of those that the plan does not have. */
  readonly leftOut: readonly string[];
}

/**
 * Where the manifest's repositories are on the target: as the plan says, as the manifest says, or by the name that the
 * target makes of theirs. With a plan, only its repositories. Pure.
 * @throws `input-file` where plan and manifest contradict each other, or two repositories become one
 */
export function targetPlaces(options: {
  manifest: Manifest;
  plan: Plan | null;
  resolveTargetNames: ResolveTargetNames;
}): Targeted {
  const { manifest, plan, resolveTargetNames } = options;
  const planned = new Map(
    plan?.repositories.map(({ source, target }) => [source.toLowerCase(), target]),
  );
  const problems: string[] = [];
  const own = new Map<string, string>();
  for (const { source, target } of manifest.repositories) {
    const byPlan = planned.get(source.toLowerCase());
    if (target === null) continue;
    if (byPlan !== undefined && byPlan !== target) {
      problems.push(`${source} becomes ${byPlan} by the plan, and ${target} by the manifest`);
    }
    own.set(source, target);
  }
  const free = manifest.repositories.map(({ source }) => source).filter((one) => !own.has(one));
  for (const { source, target } of resolveTargetNames(free)) own.set(source, target);
  function targetOf(source: string): string {
    const [normalized] = resolveTargetNames([source]);
    return planned.get(source.toLowerCase()) ?? own.get(source) ?? normalized?.target ?? source;
  }
  const isMeant = ({ source }: ManifestRepository) =>
    plan === null || planned.has(source.toLowerCase());
  const repositories = manifest.repositories
    .filter(isMeant)
    .map((repository) => ({ ...repository, target: targetOf(repository.source) }));
  problems.push(...namedTwice(repositories));
  if (problems.length > 0) throw contradiction(problems);
  const leftOut = manifest.repositories.filter((one) => !isMeant(one)).map((one) => one.source);
  return { repositories, targetOf, leftOut };
}

function namedTwice(repositories: readonly TargetedRepository[]): readonly string[] {
  const seen = new Map<string, string>();
  const problems: string[] = [];
  for (const { source, target } of repositories) {
    const other = seen.get(target.toLowerCase());
    if (other !== undefined) problems.push(`${other} and ${source} would both become ${target}`);
    seen.set(target.toLowerCase(), source);
  }
  return problems;
}

function contradiction(problems: readonly string[]): MigratorError {
  const shown = problems.slice(0, 10).join('; ');
  return new MigratorError('input-file', `The manifest cannot be used: ${shown}`, {
    hint: 'Correct target in the manifest, or name the plan that the repositories were migrated by.',
  });
}
