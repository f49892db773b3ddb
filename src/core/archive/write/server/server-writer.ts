import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { MirrorOptions } from '../../../git/process/mirror-command.ts';
import {
  pullRequestPaths,
  type ServerIds,
  serverPaths,
} from '../../records/server/server-paths.ts';
import type { ServerActivity, ServerPullRequest } from '../../records/server/shapes.ts';
import { createTarFile, smallTar, type TarFacts } from '../tar-file.ts';
import { writeLooseObjects } from './loose-objects.ts';
import { type ServerHead, writeMetadataTar } from './metadata-tar.ts';
import { openSpool } from './spool.ts';

/** The repository as an export of a Data Center describes it. */
export interface ServerRepository {
  readonly ids: ServerIds;
  readonly project: { readonly key: string; readonly name: string };
  readonly slug: string;
  readonly name: string;
  readonly isPublic: boolean;
  readonly defaultBranch: string;
}

export interface ServerPull {
  readonly metadata: ServerPullRequest;
  readonly activities: readonly ServerActivity[];
  readonly mergeBase: string;
}

/** Writes what `POST /rest/api/1.0/migration/exports` of a Data Center writes. */
export interface ServerWriter {
  /** Adds a pull request; their numbers rise. */
  add(pull: ServerPull): Promise<void>;
  finish(rest: {
    readonly mirror: MirrorOptions;
    /** Branches and tags, with full hashes of objects that are there. */
    readonly refs: ReadonlyMap<string, string>;
    /** References of all who are named. */
    readonly userIds: readonly string[];
  }): Promise<TarFacts>;
  abandon(error: unknown): Promise<void>;
}

/** The version of which exports were seen, and imported. */
const instance = {
  product: 'Bitbucket Data Center',
  version: '9.4.18',
  buildVersion: '9004018',
  archiveVersion: 2,
  dataCenter: true,
  instanceName: 'Bitbucket',
  nodeId: '00000000-0000-0000-0000-000000000000',
};

/** @param options.path of a file that does not exist yet @param options.folder private and empty */
export async function createServerWriter(options: {
  readonly path: string;
  readonly folder: string;
  readonly repository: ServerRepository;
}): Promise<ServerWriter> {
  const { path, folder, repository } = options;
  const paths = serverPaths(repository.ids);
  // Pull requests stand after the history, whose refs only they tell.
  const spool = await openSpool(join(folder, 'pull-requests'));
  const tar = createTarFile(path, { isCompressed: false });
  const heads: ServerHead[] = [];
  return {
    async add({ metadata, activities, mergeBase }) {
      const { id: number, fromRef, toRef, state, createdTimestamp: createdAt } = metadata;
      const own = pullRequestPaths(repository.ids, number);
      heads.push({ number, commit: fromRef.latestCommit, isOpen: state === 'OPEN', createdAt });
      await spool.add(own.pull, json(metadata));
      await spool.add(own.activities, json(activities));
      const cached = `${fromRef.latestCommit},${toRef.latestCommit},${mergeBase}`;
      await spool.add(own.caches, gzipSync(await smallTar('cached-ancestor.txt', cached)));
    },
    async finish({ mirror, refs, userIds }) {
      const [metadata, objects] = [join(folder, 'metadata.tar'), join(folder, 'objects.tar')];
      await tar.add(paths.instance, json(instance));
      await tar.add(paths.project, json(projectOf(repository)));
      await tar.add(paths.allPermissions, json(noPermissions));
      const permissions = [{ groups: [], permission: 'PROJECT_READ', userIds }];
      await tar.add(paths.projectPermissions, json(permissions));
      await tar.add(paths.begin, '');
      await tar.add(paths.repository, json(repositoryOf(repository)));
      await tar.add(paths.permissions, json([]));
      await writeMetadataTar({
        ...{ path: metadata, defaultBranch: repository.defaultBranch, refs, heads },
      });
      await tar.addFile(paths.metadata, metadata);
      await tar.add(paths.hooks, gzipSync(Buffer.alloc(1024)));
      const tips = new Set([...refs.values(), ...heads.map(({ commit }) => commit)]);
      await writeLooseObjects({ mirror, tips, path: objects });
      await tar.addFile(paths.objects, objects);
      // LFS objects are in no export: they are uploaded afterwards.
      await tar.add(paths.lfs, json({ enabled: false }));
      await spool.pour(tar);
      await tar.add(paths.end, '');
      await spool.close();
      return tar.finish();
    },
    async abandon(error) {
      await tar.abandon(error);
      await spool.close();
    },
  };
}

const noPermissions = { projectAdmin: false, projectRead: false, projectWrite: false };

function json(value: unknown): Buffer {
  return gzipSync(JSON.stringify(value));
}

function projectOf({ ids, project: { key, name }, isPublic }: ServerRepository) {
  return { description: '', id: ids.project, key, name, public: isPublic, type: 0 };
}

function repositoryOf({ ids, slug, name, isPublic }: ServerRepository) {
  return {
    forkable: true,
    hierarchyId: ids.hierarchy,
    id: ids.repository,
    name,
    projectId: ids.project,
    public: isPublic,
    scmId: 'git',
    slug,
  };
}
