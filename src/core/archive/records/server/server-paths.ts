const family = 'com.atlassian.bitbucket.server';
const instance = `${family}.bitbucket-instance-migration`;
const git = `${family}.bitbucket-git_git`;
const pulls = `${family}.bitbucket-git_gitPullRequests`;
const lfs = `${family}.bitbucket-git-lfs_gitLfsSettings`;

/** Tells by the path of its first entry whether an archive is an export of a Data Center. Pure. */
export function isServerPath(path: string): boolean {
  return path.startsWith(`${family}.`);
}

export interface ServerIds {
  readonly project: string;
  readonly repository: string;
  readonly hierarchy: string;
}

/** Every entry of an export with one repository, in the order in which a Data Center writes them, but for pull requests. */
export function serverPaths({ project, repository, hierarchy }: ServerIds) {
  return {
    instance: `${instance}_instanceDetails/instance-details.json.atl.gz`,
    project: `${instance}_metadata/project_${project}/project.json.atl.gz`,
    allPermissions: `${instance}_permissions/project/${project}/all-permissions.json.atl.gz`,
    projectPermissions: `${instance}_permissions/project/${project}/permissions.json.atl.gz`,
    begin: `_/repository/hierarchy_begin/${hierarchy}`,
    repository: `${instance}_metadata/project_${project}/repository_${repository}.json.atl.gz`,
    permissions: `${instance}_permissions/repository/${repository}/permissions.json.atl.gz`,
    metadata: `${git}/repositories/${repository}/metadata/metadata.atl.tar.atl.gz`,
    hooks: `${git}/repositories/${repository}/hooks/hooks.atl.tar.atl.gz`,
    objects: `${git}/repositories/${repository}/contents/objects.atl.tar`,
    lfs: `${lfs}/${repository}/git-lfs-settings.json.atl.gz`,
    end: `_/repository/hierarchy_end/${hierarchy}`,
  } as const;
}

/** The entries of one pull request, in their order. */
export function pullRequestPaths({ repository }: Pick<ServerIds, 'repository'>, number: number) {
  const own = `${instance}_pullRequests/repository/${repository}/pullrequest/${number}`;
  return {
    pull: `${own}/metadata.json.atl.gz`,
    activities: `${own}/activities.json.atl.gz`,
    caches: `${pulls}/repositories/${repository}/pullrequests/${number}/caches.atl.tar.atl.gz`,
  } as const;
}

export type ServerEntry =
  | keyof ReturnType<typeof serverPaths>
  | keyof ReturnType<typeof pullRequestPaths>;

const id = '([^/]+)';
const ids = { project: id, repository: id, hierarchy: id };

/** Kinds of entries with their forms, in their order. */
const forms: readonly (readonly [ServerEntry, RegExp])[] = (() => {
  const { end, ...paths } = serverPaths(ids);
  const ofPull = pullRequestPaths(ids, 0);
  const entries = [...Object.entries(paths), ...Object.entries(ofPull), ['end', end]];
  return entries.map(([kind = '', path = '']) => {
    const pattern = path
      .replaceAll('.', '\\.')
      .replace(/\/pullrequest(s?)\/0\//, '/pullrequest$1/(\\d{1,9})/');
    return [kind as ServerEntry, new RegExp(`^${pattern}$`)] as const;
  });
})();

/**
 * Tells what an entry is. Pure.
 * @returns its place in the order, and the number of its pull request; `null` for what no export has
 */
export function serverEntryAt(
  path: string,
): { readonly kind: ServerEntry; readonly rank: number; readonly pull: number | null } | null {
  for (const [rank, [kind, form]] of forms.entries()) {
    const found = form.exec(path);
    if (found === null) continue;
    const isOfPull = kind === 'pull' || kind === 'activities' || kind === 'caches';
    return { kind, rank, pull: isOfPull ? Number(found.at(-1)) : null };
  }
  return null;
}
