import type { BitbucketPerson } from '../../bitbucket/accounts/people.ts';
import type {
  DataCenterModel,
  MergeChecks,
  MergeConfig,
  PlaceSettings,
  ProjectSettings,
  RepositorySettings,
} from './records.ts';

/** Describes what administrators have set on the instance, in its projects and in its repositories. */
export interface DataCenterSettings {
  /** Members by the group's name. */
  readonly groups: Map<string, BitbucketPerson[]>;
  /** How `requiredApprovers` and `requiredSuccessfulBuilds` look: an object in the description, a number on some servers. */
  requiredCounts: 'objects' | 'numbers';
  /** True if a repository's lists of restrictions and of reviewer conditions show those of its project, too. */
  listsInherited: boolean;
  ofProject(key: string): ProjectSettings;
  /** @param uuid the repository's, as Cloud has it */
  ofRepository(uuid: string): RepositorySettings;
  nextId(): number;
}

export function createSettings(): DataCenterSettings {
  const projects = new Map<string, ProjectSettings>();
  const repositories = new Map<string, RepositorySettings>();
  let newest = 100;
  return {
    groups: new Map(),
    requiredCounts: 'objects',
    listsInherited: false,
    ofProject: (key) =>
      take(projects, key.toUpperCase(), () => ({
        ...makePlaceSettings(),
        defaultPermission: null,
        jira: null,
      })),
    ofRepository: (uuid) =>
      take(repositories, uuid, () => ({
        ...makePlaceSettings(),
        model: null,
        requiredBuilds: [],
        labels: [],
        builds: new Map(),
      })),
    nextId() {
      newest += 1;
      return newest;
    },
  };
}

function take<T>(places: Map<string, T>, key: string, make: () => T): T {
  const known = places.get(key);
  if (known !== undefined) return known;
  const made = make();
  places.set(key, made);
  return made;
}

function makePlaceSettings(): PlaceSettings {
  return {
    restrictions: [],
    conditions: [],
    reviewerGroups: [],
    users: new Map(),
    groups: new Map(),
    keys: [],
    webhooks: [],
    mergeConfig: null,
    mergeChecks: null,
    autoMerge: null,
    autoDecline: null,
  };
}

/** As the product comes. */
export const ownMergeConfig: MergeConfig = { default: 'no-ff', enabled: ['no-ff'] };

export const ownMergeChecks: MergeChecks = {
  requiredApprovers: null,
  requiredSuccessfulBuilds: null,
  allApprovers: false,
  allTasksComplete: false,
  noChangesRequested: false,
  noForcePush: false,
};

export const ownModel: DataCenterModel = {
  development: null,
  production: false,
  types: [
    { id: 'BUGFIX', prefix: 'bugfix/', enabled: true },
    { id: 'FEATURE', prefix: 'feature/', enabled: true },
    { id: 'HOTFIX', prefix: 'hotfix/', enabled: true },
    { id: 'RELEASE', prefix: 'release/', enabled: true },
  ],
};
