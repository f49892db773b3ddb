import { readRef } from '../../git/read-ref.ts';
import type { BitbucketHost } from '../host.ts';
import type { BitbucketRepository } from '../records.ts';
import type { BranchingModel, BranchType } from './records.ts';

/** The model of a repository without one of its own. */
export const ownModel: BranchingModel = {
  development: null,
  production: false,
  types: [
    { kind: 'bugfix', prefix: 'bugfix/', enabled: true },
    { kind: 'feature', prefix: 'feature/', enabled: true },
    { kind: 'hotfix', prefix: 'hotfix/', enabled: true },
    { kind: 'release', prefix: 'release/', enabled: true },
  ],
};

/** The repository's own, else its project's, else the host's. */
export function effectiveModel(host: BitbucketHost, repository: BitbucketRepository) {
  return (
    host.settings.ofRepository(repository.uuid).branchingModel ??
    host.settings.ofProject(repository.project.key).branchingModel ??
    ownModel
  );
}

/** `…/branching-model`: what is in use, with the branches that are there. */
export function modelJson(
  { model, repository }: { model: BranchingModel; repository: BitbucketRepository | null },
  branchTypes: BranchingModel['types'] = model.types,
) {
  const branchOf = (name: string | null) => {
    const wanted = name ?? repository?.mainBranch ?? 'main';
    const isThere =
      repository?.git.kind === 'stored' &&
      readRef(repository.git.directory, `refs/heads/${wanted}`) !== null;
    const branch = isThere ? { branch: { type: 'branch', name: wanted } } : {};
    return { name: wanted, use_mainbranch: name === null, ...branch };
  };
  return {
    type: repository === null ? 'project_branching_model' : 'branching_model',
    development: branchOf(model.development),
    ...(model.production === false ? {} : { production: branchOf(model.production) }),
    branch_types: branchTypes
      .filter(({ enabled }) => enabled)
      .map(({ kind, prefix }) => ({ kind, prefix })),
  };
}

/** `…/branching-model/settings`: what was set, with what is switched off. */
export function modelSettingsJson(
  { model, repository }: { model: BranchingModel; repository: BitbucketRepository | null },
  self: string,
) {
  const { development, production } = model;
  const nameOf = (name: string | null) => (name === null ? {} : { name });
  return {
    type: 'branching_model_settings',
    development: {
      ...nameOf(development),
      use_mainbranch: development === null,
      ...(repository === null ? {} : { is_valid: true }),
    },
    production:
      production === false
        ? { enabled: false, use_mainbranch: false }
        : { ...nameOf(production), use_mainbranch: production === null, enabled: true },
    branch_types: model.types,
    links: { self: { href: self } },
  };
}

/** Tells whether a branch is of a type: by its name for the two special ones, by its prefix for the rest. */
export function isOfType(
  { model, mainBranch }: { model: BranchingModel; mainBranch: string },
  branch: string,
  type: BranchType,
): boolean {
  if (type === 'development' || type === 'production') {
    const name = model[type];
    return name !== false && branch === (name ?? mainBranch);
  }
  const found = model.types.find(({ kind }) => kind === type);
  return found?.enabled === true && branch.startsWith(found.prefix);
}
