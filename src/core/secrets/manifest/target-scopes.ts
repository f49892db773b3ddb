import { isReplaced } from '../../journal/target-gone.ts';
import { MigratorError } from '../../kernel/errors.ts';
import { slugOf } from '../../plan/choose-repositories.ts';
import type { Plan } from '../../plan/plan-schema.ts';
import type { TargetHost } from '../../ports/target-host.ts';
import type { ResolveTargetNames } from '../../ports/target-naming.ts';
import type { ExpectedTargets } from '../../replica/context/expected-targets.ts';
import type { Manifest, ManifestRepository, OrganizationSecret } from './manifest.ts';

/** A manifest's repository with its name on the target. */
export interface TargetedRepository extends ManifestRepository {
  readonly target: string;
}

export interface Targeted {
  readonly repositories: readonly TargetedRepository[];
  /** The name on the target of any repository of the source. */
  readonly targetOf: (source: string) => string;
  /** Names on the source of those that the plan does not have. */
  readonly unplanned: readonly string[];
  /** Repositories among them that secrets are wanted for. */
  readonly missed: readonly string[];
}

/**
 * Where the manifest's repositories are on the target: as the plan says, as the manifest says, or by the name that a plan
 * would give them. With a plan, only its repositories. Keys may be slugs or names: both lead to the slug that the plan has. Pure.
 * @throws `input-file` where plan and manifest contradict each other, or two repositories become one
 */
export function targetScopes(options: {
  manifest: Manifest;
  plan: Plan | null;
  resolveTargetNames: ResolveTargetNames;
}): Targeted {
  const { manifest, plan, resolveTargetNames } = options;
  const planned = byKey(plan?.repositories ?? []);
  const problems: string[] = [];
  for (const { source, target } of manifest.repositories) {
    const byPlan = planned(source);
    if (target !== null && byPlan !== undefined && byPlan !== target) {
      problems.push(`${source} becomes ${byPlan} in the plan but ${target} in the manifest`);
    }
  }
  const free = manifest.repositories.filter(({ target }) => target === null);
  const slugs = new Set(free.map(({ source }) => slugOfKey(source)));
  const names = new Map(resolveTargetNames([...slugs]).map((one) => [one.source, one.target]));
  const own = byKey(
    manifest.repositories.flatMap((one) => {
      const target = one.target ?? names.get(slugOfKey(one.source));
      return target === undefined ? [] : [{ source: one.source, target }];
    }),
  );
  function targetOf(source: string): string {
    const [normalized] = resolveTargetNames([slugOfKey(source)]);
    return planned(source) ?? own(source) ?? normalized?.target ?? source;
  }
  const isMeant = ({ source }: ManifestRepository) =>
    plan === null || planned(source) !== undefined;
  const repositories = manifest.repositories
    .filter(isMeant)
    .map((repository) => ({ ...repository, target: targetOf(repository.source) }));
  problems.push(...namedTwice(repositories));
  if (problems.length > 0) throw contradiction(problems);
  const strangers = manifest.repositories.filter((one) => !isMeant(one));
  return {
    repositories,
    targetOf,
    unplanned: strangers.map(({ source }) => source),
    missed: strangers.filter(holdsSecrets).map(({ source }) => source),
  };
}

/**
 * Finds a target by the key, ignoring letter case, else where one of the two is the slug of the other. Two names with the
 * same slug are two repositories.
 */
function byKey(
  pairs: readonly { readonly source: string; readonly target: string }[],
): (key: string) => string | undefined {
  const exact = new Map(pairs.map(({ source, target }) => [source.toLowerCase(), target]));
  const bySlug = new Map(pairs.map(({ source, target }) => [slugOfKey(source), target]));
  return (key) =>
    exact.get(key.toLowerCase()) ?? exact.get(slugOfKey(key)) ?? bySlug.get(key.toLowerCase());
}

/** A manifest's key as plans name the repository. */
export function slugOfKey(key: string): string {
  return slugOf({ name: key });
}

function holdsSecrets({ secrets, environments }: ManifestRepository): boolean {
  return secrets.length > 0 || environments.some((one) => one.secrets.length > 0);
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
  return new MigratorError('input-file', `Invalid manifest: ${shown}`, {
    hint: 'Correct "target" in the manifest, or pass the plan that the repositories were migrated with.',
  });
}

/**
 * The identities on the target of all repositories that secrets with the visibility `selected` name; those that are
 * not there, or not what a migration has created under that name, are left out. One request for each repository.
 */
export async function repositoryIds(options: {
  host: TargetHost;
  owner: string;
  targeted: Targeted;
  created: ExpectedTargets;
  secrets: readonly OrganizationSecret[];
  signal: AbortSignal;
}): Promise<ReadonlyMap<string, string>> {
  const { host, owner, targeted, created, secrets, signal } = options;
  const ids = new Map<string, string>();
  for (const source of new Set(secrets.flatMap(({ repositories }) => repositories))) {
    const name = { owner, name: targeted.targetOf(source) };
    const found = await host.findRepository({ ...name, signal });
    if (found.state !== 'present') continue;
    const expected = await created.find(name);
    if (expected === null || !isReplaced(found, expected.id)) ids.set(source, found.repository.id);
  }
  return ids;
}
