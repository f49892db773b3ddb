import { compareRefs } from '../../git/formats/refs.ts';
import { listRemoteRefs } from '../../git/mirror/refs.ts';
import type { Plan } from '../../plan/plan-schema.ts';
import type { MigrationServices } from '../../replica/context/migration-context.ts';

/** Keys of the JSON output. */
export interface Comparison {
  readonly repositories: readonly {
    readonly source: string;
    readonly target: string;
    readonly source_refs: number;
    readonly target_refs: number;
    readonly equal: boolean;
  }[];
  readonly refs: number;
  readonly all_equal: boolean;
}

/** Branches that migrator adds: commits of pull requests from forks, attachments, and those of its own pull requests. */
const addedBranch =
  /^refs\/heads\/migrator(-\d+)?\/(pr-\d+(-base)?|(attachments|settings|pipelines)(-\d+)?)$/;

/** Asks both hosts for every ref of every planned repository and compares names and hashes. */
export async function compareWorkspaces(options: {
  services: MigrationServices;
  plan: Plan;
}): Promise<Comparison> {
  const { services, plan } = options;
  const { git, source, target } = services;
  const repositories: Comparison['repositories'][number][] = [];
  for (const planned of plan.repositories) {
    const { workspace } = plan.source;
    const owner = plan.target.organization;
    const [expected, actual] = await Promise.all([
      listRemoteRefs({ git, access: source.gitAccess({ workspace, slug: planned.source }) }),
      listRemoteRefs({ git, access: target.gitAccess({ owner, name: planned.target }) }),
    ]);
    const { missing, different, ...rest } = compareRefs(expected, actual);
    const unexpected = rest.unexpected.filter((ref) => !addedBranch.test(ref));
    repositories.push({
      source: planned.source,
      target: planned.target,
      source_refs: expected.size,
      target_refs: actual.size - (rest.unexpected.length - unexpected.length),
      equal: missing.length + different.length + unexpected.length === 0,
    });
  }
  return {
    repositories,
    refs: repositories.reduce((sum, { source_refs }) => sum + source_refs, 0),
    all_equal: repositories.every(({ equal }) => equal),
  };
}
