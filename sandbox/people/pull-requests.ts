import {
  declinePullRequest,
  editPullRequest,
  reopenPullRequest,
} from '../bitbucket/changes/edit-pull-request.ts';
import { mergeAndNote } from '../bitbucket/changes/merge-and-note.ts';
import { openPullRequest } from '../bitbucket/changes/open-pull-request.ts';
import { directoryOf, fullName } from '../bitbucket/changes/place.ts';
import type { MergeStrategy } from '../bitbucket/enforcement/merge-pull-request.ts';
import type {
  BitbucketPullRequest,
  BitbucketPullRequestState,
} from '../bitbucket/pull-requests/pull-request-records.ts';
import { readRef } from '../git/read-ref.ts';
import { type Action, type Outcome, outcome, type Scene } from './action.ts';
import { beginBranch, refsBelow } from './branches.ts';
import { textOf, tokenOf } from './texts.ts';

function somePull(
  { chance, repository }: Scene,
  state: BitbucketPullRequestState,
): BitbucketPullRequest | null {
  return chance.pick(repository.pullRequests.filter((one) => one.state === state));
}

async function open(scene: Scene, from: string): Promise<Outcome | null> {
  const { bitbucket, chance, repository } = scene;
  const directory = directoryOf(bitbucket, fullName(scene, from));
  if (directory === null) return null;
  const isBase = (name: string) => name === repository.mainBranch;
  const names = async (place: string) =>
    (await refsBelow({ ...scene, directory: place }, 'refs/heads')).map(({ ref }) => ref.slice(11));
  const own = await names(scene.directory);
  const destination = chance.is(0.8) ? (own.find(isBase) ?? null) : chance.pick(own);
  const branches = (await names(directory)).filter(
    (name) => from !== repository.slug || name !== destination,
  );
  if (destination === null) return null;
  const tip = readRef(directory, `refs/heads/${destination}`);
  const isNew = from === repository.slug && tip !== null && chance.is(0.6);
  const branch = isNew ? await beginBranch(scene, tip) : chance.pick(branches);
  if (branch === null) return null;
  const made = await openPullRequest(scene, scene.deed, {
    title: `Change ${scene.number} ${tokenOf(scene)}`,
    description: textOf(scene),
    ...(from === repository.slug ? {} : { from }),
    branch,
    destination,
    draft: chance.is(0.15),
    closeSourceBranch: chance.is(0.3),
    reviewers: [chance.pick(bitbucket.people) ?? bitbucket.user].filter(
      (one) => one.type === 'user' && one !== scene.deed.by,
    ),
  });
  const what = `open ${from}:${branch} to ${destination}`;
  return typeof made === 'string' ? outcome(what, made) : outcome(`${what} as #${made.number}`);
}

const openOne: Action = {
  name: 'open pull request',
  weight: 16,
  run: (scene) => open(scene, scene.repository.slug),
};

const openFromFork: Action = {
  name: 'open pull request from a fork',
  weight: 2,
  async run(scene) {
    const { bitbucket, chance, repository } = scene;
    const forks = bitbucket.repositories.filter(({ parent }) => parent === repository.slug);
    const fork = chance.pick(forks);
    return fork === null ? null : open(scene, fork.slug);
  },
};

/** The same branches once more: Cloud supersedes the first one. */
const supersede: Action = {
  name: 'supersede',
  weight: 2,
  async run(scene) {
    const pull = somePull(scene, 'OPEN');
    if (pull === null || pull.source.branch === null || pull.destination.branch === null)
      return null;
    const from = pull.source.repository?.split('/')[1] ?? '';
    const made = await openPullRequest(scene, scene.deed, {
      title: `Again ${tokenOf(scene)}`,
      description: textOf(scene),
      ...(from === scene.repository.slug ? {} : { from }),
      branch: pull.source.branch,
      destination: pull.destination.branch,
    });
    const what = `open #${pull.number} again`;
    return typeof made === 'string' ? outcome(what, made) : outcome(`${what} as #${made.number}`);
  },
};

function merge(strategy: MergeStrategy, weight: number): Action {
  return {
    name: `merge (${strategy})`,
    weight,
    async run(scene) {
      const { bitbucket, deed, repository } = scene;
      const pull = somePull(scene, 'OPEN');
      if (pull === null) return null;
      const what = `merge #${pull.number} by ${strategy}`;
      if (scene.isArchived(repository)) return outcome(what, 'The repository is archived.');
      const ref = `refs/heads/${pull.destination.branch ?? ''}`;
      const [refusal] = await scene.judge(repository, deed.by, { kind: 'merge', ref }, pull);
      if (refusal !== undefined) return outcome(what, refusal.sentence);
      const message = `Merged in ${pull.source.branch ?? ''} (pull request #${pull.number})`;
      const { product, tools } = scene;
      const place = { bitbucket, product, tools };
      const isMerged = await mergeAndNote(place, pull, { ...deed, message, strategy });
      return outcome(what, isMerged ? null : 'There are merge conflicts.');
    },
  };
}

/** Makes a change that takes one open pull request, and no git. */
function withOpen(
  name: string,
  weight: number,
  change: (scene: Scene, pull: BitbucketPullRequest) => string | null,
): Action {
  return {
    name,
    weight,
    async run(scene) {
      const pull = somePull(scene, 'OPEN');
      if (pull === null) return null;
      return outcome(`${name} #${pull.number}`, change(scene, pull));
    },
  };
}

const decline = withOpen('decline', 4, (scene, pull) =>
  declinePullRequest({ ...scene, pull }, scene.deed, { reason: tokenOf(scene) }),
);

const editTitle = withOpen('edit title of', 4, (scene, pull) =>
  editPullRequest({ ...scene, pull }, scene.deed, { title: `Better ${tokenOf(scene)}` }),
);

const editDescription = withOpen('edit description of', 4, (scene, pull) =>
  editPullRequest({ ...scene, pull }, scene.deed, {
    description: { raw: textOf(scene), markup: 'markdown' },
  }),
);

const toggleDraft = withOpen('toggle draft of', 2, (scene, pull) =>
  editPullRequest({ ...scene, pull }, scene.deed, { draft: !pull.draft }),
);

const reopen: Action = {
  name: 'reopen',
  weight: 3,
  product: 'data-center',
  async run(scene) {
    const pull = somePull(scene, 'DECLINED');
    if (pull === null) return null;
    return outcome(`reopen #${pull.number}`, reopenPullRequest({ ...scene, pull }, scene.deed));
  },
};

const retarget: Action = {
  name: 'change target of',
  weight: 2,
  async run(scene) {
    const pull = somePull(scene, 'OPEN');
    const all = await refsBelow(scene, 'refs/heads');
    const own = [pull?.destination.branch, pull?.source.branch];
    const branch = scene.chance.pick(all.filter(({ ref }) => !own.includes(ref.slice(11))));
    if (pull === null || branch === null) return null;
    const destinationBranch = branch.ref.slice(11);
    const refused = editPullRequest({ ...scene, pull }, scene.deed, { destinationBranch });
    return outcome(`change target of #${pull.number} to ${destinationBranch}`, refused);
  },
};

export const pullRequestActions: readonly Action[] = [
  openOne,
  openFromFork,
  { ...supersede, product: 'cloud' },
  merge('merge_commit', 3),
  merge('squash', 2),
  merge('fast_forward', 2),
  decline,
  editTitle,
  editDescription,
  toggleDraft,
  reopen,
  retarget,
];
