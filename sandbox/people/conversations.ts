import {
  addComment,
  deleteComment,
  editComment,
  reopenThread,
  resolveThread,
} from '../bitbucket/changes/comments.ts';
import type {
  BitbucketComment,
  BitbucketInline,
  BitbucketPullRequest,
} from '../bitbucket/pull-requests/pull-request-records.ts';
import { runGit } from '../git/git-tools.ts';
import { type Action, outcome, type Scene } from './action.ts';
import { textOf } from './texts.ts';

interface Found {
  readonly pull: BitbucketPullRequest;
  readonly comment: BitbucketComment;
}

/** On closed pull requests too: people go on talking there. */
function somePull({ chance, repository }: Scene): BitbucketPullRequest | null {
  const open = repository.pullRequests.filter(({ state }) => state === 'OPEN');
  const isOpen = chance.is(0.7) && open.length > 0;
  return chance.pick(isOpen ? open : repository.pullRequests);
}

/** A comment that everybody sees, of the same pull request where there is one. */
function someComment(scene: Scene, test: (one: BitbucketComment) => boolean): Found | null {
  const pull = somePull(scene);
  if (pull === null) return null;
  const seen = pull.conversation().comments.filter((one) => !one.isDeleted && !one.isPending);
  const comment = scene.chance.pick(seen.filter(test));
  return comment === null ? null : { pull, comment };
}

/** A line of a file that the pull request changes; `null` if nothing is known of it. */
async function somewhereInline(
  { chance, directory, tools }: Scene,
  { source, destination }: BitbucketPullRequest,
): Promise<BitbucketInline | null> {
  if (source.commit === null || destination.commit === null) return null;
  const range = `${destination.commit}...${source.commit}`;
  const changed = ['diff', '--name-only', '-z', '--diff-filter=AM', range, '--'];
  const names = await runGit(tools, directory, changed).catch(() => '');
  const path = chance.pick(names.split('\0').filter((name) => name !== ''));
  if (path === null) return null;
  // The host does not check the line.
  return chance.is(0.1) ? { path } : { path, to: chance.is(0.2) ? 900 : 1 };
}

const comment: Action = {
  name: 'comment',
  weight: 9,
  async run(scene) {
    const pull = somePull(scene);
    if (pull === null) return null;
    const id = addComment({ ...scene, pull }, scene.deed, { text: textOf(scene) });
    return outcome(`comment ${id} on #${pull.number}`);
  },
};

const commentInline: Action = {
  name: 'comment on a line',
  weight: 7,
  async run(scene) {
    const pull = somePull(scene);
    const inline = pull === null ? null : await somewhereInline(scene, pull);
    if (pull === null || inline === null) return null;
    const id = addComment({ ...scene, pull }, scene.deed, { text: textOf(scene), inline });
    return outcome(`comment ${id} on ${inline.path} of #${pull.number}`);
  },
};

/** Makes a change that takes a comment that is there. */
function withComment(
  name: string,
  weight: number,
  options: {
    readonly to: (one: BitbucketComment) => boolean;
    readonly change: (scene: Scene, found: Found) => string | null;
  },
): Action {
  return {
    name,
    weight,
    async run(scene) {
      const found = someComment(scene, options.to);
      if (found === null) return null;
      const refused = options.change(scene, found);
      return outcome(`${name} ${found.comment.id} of #${found.pull.number}`, refused);
    },
  };
}

const all = () => true;
const isFirst = ({ parent }: BitbucketComment) => parent === null;

const reply = withComment('reply to comment', 8, {
  to: all,
  change(scene, { pull, comment: { id: parent } }) {
    addComment({ ...scene, pull }, scene.deed, { text: textOf(scene), parent });
    return null;
  },
});

const edit = withComment('edit comment', 7, {
  to: all,
  change(scene, { pull, comment: { id } }) {
    editComment({ ...scene, pull }, scene.deed, id, textOf(scene));
    return null;
  },
});

const remove = withComment('delete comment', 5, {
  to: all,
  change: (scene, { pull, comment: { id } }) => deleteComment({ ...scene, pull }, scene.deed, id),
});

const resolve = withComment('resolve thread', 5, {
  to: (one) => isFirst(one) && one.resolution === null,
  change(scene, { pull, comment: { id } }) {
    resolveThread({ ...scene, pull }, scene.deed, id);
    return null;
  },
});

const reopen = withComment('reopen thread', 3, {
  to: (one) => isFirst(one) && one.resolution !== null,
  change(scene, { pull, comment: { id } }) {
    reopenThread({ ...scene, pull }, scene.deed, id);
    return null;
  },
});

export const conversationActions: readonly Action[] = [
  comment,
  commentInline,
  reply,
  edit,
  remove,
  resolve,
  reopen,
];
