import type { Refs } from '../../../../git/formats/refs.ts';
import { addFiles } from '../../../../git/objects/add-files.ts';
import { readFiles } from '../../../../git/objects/read-files.ts';
import type { MirrorOptions } from '../../../../git/process/mirror-command.ts';
import type { ReadImport } from '../../../../pipelines/imports/imports-of.ts';
import { pipelineFile } from '../../../../pipelines/summarize.ts';
import type { Plan } from '../../../../plan/plan-schema.ts';
import type { SourceHost } from '../../../../ports/source-host.ts';
import type { TargetHost } from '../../../../ports/target-host.ts';
import type { MovedRepositories } from '../../../../settings/request/submodules.ts';
import type { Markers } from '../../../../text/context/marker.ts';
import type { TargetRefs } from '../../../context/migration-context.ts';
import type { RequestPlace } from '../../../context/settings/request-place.ts';
import { chooseBranchNames } from '../../../model/temporary-refs.ts';

/** So much is read of a file; GitHub takes a CODEOWNERS file of 3 MB. */
const maxBytes = 3 * 1024 * 1024;

/** A local copy of the repository. */
export function mirrorRequestPlace(options: {
  mirror: MirrorOptions;
  targetRefs: Pick<TargetRefs, 'update'>;
  /** As the target should have them, or has them. */
  refs: Refs;
  /** Full names of the refs that were migrated: a branch of migrator must not collide with them. */
  migrated: Iterable<string>;
  defaultBranch: string | null;
  markers: Markers;
  moved: MovedRepositories;
  readOther: ReadImport;
  /** Of our commit, in milliseconds since 1970: the same in every run. */
  date: number;
}): RequestPlace {
  const { mirror, targetRefs, refs, migrated, defaultBranch, markers, moved, readOther, date } =
    options;
  return {
    markers,
    moved,
    readOther,
    branches: chooseBranchNames(migrated),
    async base() {
      const commit = defaultBranch === null ? undefined : refs.get(`refs/heads/${defaultBranch}`);
      return defaultBranch === null || commit === undefined
        ? null
        : { branch: defaultBranch, commit };
    },
    read: (commit, paths) =>
      readFiles({ ...mirror, files: paths.map((path) => ({ commit, path })), maxBytes }),
    commit: ({ onto, files, message }) =>
      addFiles({
        ...mirror,
        onto,
        files: files.map(({ path, text }) => ({ path, content: Buffer.from(text) })),
        message,
        date,
      }),
    async push(update) {
      for (const { failure } of await targetRefs.update([update])) {
        if (failure !== null) throw failure;
      }
    },
  };
}

/** The pipeline file of a commit, and others that it imports; `null` where there is none. */
export function readPipelineFiles(
  mirror: MirrorOptions,
  commit: string,
  imported: readonly string[],
): Promise<readonly (string | null)[]> {
  const files = [pipelineFile, ...imported].map((path) => ({ commit, path }));
  return readFiles({ ...mirror, files, maxBytes });
}

/** The repositories of a plan, by the addresses that submodules name them by. */
export function movedRepositories(options: {
  plan: Plan;
  source: Pick<SourceHost, 'gitAccess'>;
  target: Pick<TargetHost, 'webUrl'>;
}): MovedRepositories {
  const { plan, source, target } = options;
  const { workspace } = plan.source;
  const { hostname } = new URL(source.gitAccess({ workspace, slug: 'any' }).url);
  return {
    hosts: hostname === 'bitbucket.org' ? [hostname, 'altssh.bitbucket.org'] : [hostname],
    workspace,
    targets: new Map(plan.repositories.map((one) => [one.source.toLowerCase(), one.target])),
    organization: plan.target.organization,
    webUrl: target.webUrl,
  };
}
