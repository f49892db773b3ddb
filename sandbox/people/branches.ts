import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { pushRefs, type RefChange } from '../bitbucket/changes/push-refs.ts';
import { makeCommit } from '../git/commit-files.ts';
import { runGit } from '../git/git-tools.ts';
import { listRefs } from '../git/list-refs.ts';
import { type Action, type Outcome, outcome, type Scene } from './action.ts';
import { tokenOf } from './texts.ts';

/** `refs/heads/main` to its hash, below one folder of refs, in git's order. */
export async function refsBelow(
  { tools, directory }: Pick<Scene, 'tools' | 'directory'>,
  folder: 'refs/heads' | 'refs/tags',
): Promise<readonly { readonly ref: string; readonly hash: string }[]> {
  const known = listRefs(directory);
  if (known !== null) {
    const all = [...known].map(([ref, hash]) => ({ ref, hash }));
    return all.filter(({ ref }) => ref.startsWith(`${folder}/`));
  }
  const format = '--format=%(objectname) %(refname)';
  const output = await runGit(tools, directory, ['for-each-ref', format, folder]);
  const lines = output.split('\n').filter((line) => line !== '');
  return lines.map((line) => ({ hash: line.slice(0, 40), ref: line.slice(41) }));
}

async function push(scene: Scene, what: string, change: RefChange): Promise<Outcome> {
  return outcome(`${what} ${change.ref}`, await pushRefs(scene, scene.deed, [change]));
}

/** A branch with a commit of its own, as most pull requests begin. @returns its name; `null` where it is refused */
export async function beginBranch(scene: Scene, parent: string): Promise<string | null> {
  const ref = `refs/heads/work/${scene.number}`;
  const to = commit(scene, parent);
  const refused = await pushRefs(scene, scene.deed, [{ ref, from: null, to }]);
  return refused === null ? `work/${scene.number}` : null;
}

/** Everybody writes into the same file at times, so that merges conflict. */
function commit(scene: Scene, parent: string): string {
  const { chance, deed, directory, number } = scene;
  const file = chance.is(0.2) ? 'people/shared.txt' : `people/${number}.txt`;
  return makeCommit(directory, {
    parent,
    message: `Change ${number}`,
    files: { [file]: `${tokenOf(scene)}\nsecond line\nthird line\n` },
    author: { name: deed.by.displayName, email: 'somebody@acme.example' },
    on: deed.on,
  });
}

async function somePlace(scene: Scene) {
  return scene.chance.pick(await refsBelow(scene, 'refs/heads'));
}

const pushCommit: Action = {
  name: 'push',
  weight: 12,
  async run(scene) {
    const branch = await somePlace(scene);
    if (branch === null) return null;
    const to = commit(scene, branch.hash);
    return push(scene, 'push', { ref: branch.ref, from: branch.hash, to });
  },
};

const forcePush: Action = {
  name: 'force push',
  weight: 5,
  async run(scene) {
    const branch = await somePlace(scene);
    if (branch === null) return null;
    const parents = await runGit(scene.tools, scene.directory, [
      'rev-list',
      '--max-count=4',
      branch.hash,
    ]);
    const parent = parents.trim().split('\n').at(-1) ?? branch.hash;
    const to = commit(scene, parent);
    return push(scene, 'force push', { ref: branch.ref, from: branch.hash, to });
  },
};

const createBranch: Action = {
  name: 'create branch',
  weight: 8,
  async run(scene) {
    const from = await somePlace(scene);
    if (from === null) return null;
    const to = scene.chance.is(0.8) ? commit(scene, from.hash) : from.hash;
    return push(scene, 'create', { ref: `refs/heads/work/${scene.number}`, from: null, to });
  },
};

/** Any but the default branch and the targets of open pull requests. */
const deleteBranch: Action = {
  name: 'delete branch',
  weight: 4,
  async run(scene) {
    const { chance, repository } = scene;
    const open = repository.pullRequests.filter(({ state }) => state === 'OPEN');
    const kept = [repository.mainBranch, ...open.map(({ destination }) => destination.branch)];
    const all = await refsBelow(scene, 'refs/heads');
    const branch = chance.pick(all.filter(({ ref }) => !kept.includes(ref.slice(11))));
    if (branch === null) return null;
    return push(scene, 'delete', { ref: branch.ref, from: branch.hash, to: null });
  },
};

const createTag: Action = {
  name: 'create tag',
  weight: 4,
  async run(scene) {
    const { chance, deed, directory, number, tools } = scene;
    const from = await somePlace(scene);
    if (from === null) return null;
    const ref = `refs/tags/snapshot-${number}`;
    if (chance.is(0.5)) return push(scene, 'tag', { ref, from: null, to: from.hash });
    const environment = {
      ...tools.environment,
      GIT_COMMITTER_NAME: deed.by.displayName,
      GIT_COMMITTER_EMAIL: 'somebody@acme.example',
      GIT_COMMITTER_DATE: deed.on.toISOString(),
    };
    const name = `made-${number}`;
    const args = ['tag', '-a', name, '-m', tokenOf(scene), from.hash];
    await runGit({ environment }, directory, args);
    // The tag object alone is wanted: the push makes the ref.
    const to = (await runGit(tools, directory, ['rev-parse', `refs/tags/${name}`])).trim();
    await runGit(tools, directory, ['update-ref', '-d', `refs/tags/${name}`]);
    return push(scene, 'annotated tag', { ref, from: null, to });
  },
};

const moveTag: Action = {
  name: 'move tag',
  weight: 3,
  async run(scene) {
    const tag = scene.chance.pick(await refsBelow(scene, 'refs/tags'));
    const branch = await somePlace(scene);
    if (tag === null || branch === null || tag.hash === branch.hash) return null;
    return push(scene, 'move', { ref: tag.ref, from: tag.hash, to: branch.hash });
  },
};

const deleteTag: Action = {
  name: 'delete tag',
  weight: 2,
  async run(scene) {
    const tag = scene.chance.pick(await refsBelow(scene, 'refs/tags'));
    if (tag === null) return null;
    return push(scene, 'delete', { ref: tag.ref, from: tag.hash, to: null });
  },
};

/** In repositories that have LFS objects already. */
const pushLargeFile: Action = {
  name: 'push LFS object',
  weight: 3,
  async run(scene) {
    const { deed, directory, number, repository } = scene;
    const branch = await somePlace(scene);
    if (branch === null || !existsSync(repository.lfs.directory)) return null;
    const content = Buffer.from(`${tokenOf(scene)} `.repeat(500));
    const oid = createHash('sha256').update(content).digest('hex');
    await repository.lfs.add(oid, content);
    const lines = ['version https://git-lfs.github.com/spec/v1', `oid sha256:${oid}`];
    const to = makeCommit(directory, {
      parent: branch.hash,
      message: `Change ${number}`,
      files: { [`people/${number}.psd`]: `${lines.join('\n')}\nsize ${content.length}\n` },
      author: { name: deed.by.displayName, email: 'somebody@acme.example' },
      on: deed.on,
    });
    return push(scene, 'push LFS object to', { ref: branch.ref, from: branch.hash, to });
  },
};

export const branchActions: readonly Action[] = [
  pushCommit,
  forcePush,
  createBranch,
  deleteBranch,
  pushLargeFile,
];

/** Branch restrictions of Cloud do not cover them. */
export const tagActions: readonly Action[] = [createTag, moveTag, deleteTag];
