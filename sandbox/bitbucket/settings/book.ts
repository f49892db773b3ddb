import { stableUuid } from '../accounts/identities.ts';
import type { BitbucketPerson } from '../accounts/people.ts';
import type {
  BitbucketAccessKey,
  BitbucketGroup,
  BitbucketWebhook,
  BranchRestriction,
  PlaceSettings,
  RepositorySettings,
} from './records.ts';

/** Describes what administrators have set in the workspace, its projects and its repositories. */
export interface SettingsBook {
  readonly groups: readonly BitbucketGroup[];
  readonly workspaceHooks: BitbucketWebhook[];
  /** The interface of version 1.0, which may go at any time; the only one that lists the members of groups. */
  groupsInterface: 'served' | 'not-found' | 'gone';
  /**
   * True if `*` in a pattern stands for slashes, too. Atlassian's description of the interface says so (`*` alone fits
   * all branches); others have seen it stop at a slash, and only `**` go on.
   */
  starCrossesSlashes: boolean;
  /** @param place a repository's UUID */
  ofRepository(uuid: string): RepositorySettings;
  ofProject(key: string): PlaceSettings;
  addGroup(group: { name: string; members?: readonly BitbucketPerson[] }): BitbucketGroup;
  addRestriction(
    uuid: string,
    restriction: Pick<BranchRestriction, 'kind' | 'match'> & Partial<BranchRestriction>,
  ): BranchRestriction;
  addKey(place: PlaceSettings, key: Omit<BitbucketAccessKey, 'id'>): BitbucketAccessKey;
  /** @param hooks of the workspace or of a repository */
  addHook(hooks: BitbucketWebhook[], hook: AddHook): BitbucketWebhook;
}

interface AddHook extends Partial<Omit<BitbucketWebhook, 'uuid'>> {
  readonly url: string;
  readonly events: readonly string[];
}

export function createSettingsBook(): SettingsBook {
  const repositories = new Map<string, RepositorySettings>();
  const projects = new Map<string, PlaceSettings>();
  const groups: BitbucketGroup[] = [];
  let newest = 26_500_000;
  const nextId = () => {
    newest += 1;
    return newest;
  };
  const book: SettingsBook = {
    groups,
    workspaceHooks: [],
    groupsInterface: 'served',
    starCrossesSlashes: true,
    ofRepository: (uuid) => take(repositories, uuid, makeRepositorySettings),
    ofProject: (key) => take(projects, key, makePlaceSettings),
    addGroup({ name, members = [] }) {
      const slug = name.toLowerCase().replace(/[^a-z0-9]+/g, '-');
      const group = { slug, name, members: [...members] };
      groups.push(group);
      return group;
    },
    addRestriction(uuid, wanted) {
      const made = { id: nextId(), value: null, users: [], groups: [], ...wanted };
      book.ofRepository(uuid).restrictions.push(made);
      return made;
    },
    addKey(place, key) {
      const made = { id: nextId(), ...key };
      place.keys.push(made);
      return made;
    },
    addHook(hooks, hook) {
      const made = {
        uuid: stableUuid(`hook ${hook.url} ${nextId()}`),
        description: '',
        active: true,
        skipsCertificateCheck: false,
        hasSecret: false,
        ...hook,
      };
      hooks.push(made);
      return made;
    },
  };
  return book;
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
    branchingModel: null,
    defaultReviewers: [],
    users: new Map(),
    groups: new Map(),
    keys: [],
  };
}

function makeRepositorySettings(): RepositorySettings {
  return {
    ...makePlaceSettings(),
    restrictions: [],
    hooks: [],
    mergeStrategies: ['merge_commit', 'squash', 'fast_forward'],
    defaultMergeStrategy: 'merge_commit',
    statuses: new Map(),
  };
}
