import { review } from '../bitbucket/changes/reviews.ts';
import {
  addTask,
  deleteTask,
  editTask,
  reopenTask,
  resolveTask,
} from '../bitbucket/changes/tasks.ts';
import type {
  BitbucketPullRequest,
  BitbucketTask,
} from '../bitbucket/pull-requests/pull-request-records.ts';
import { type Action, outcome, type Scene } from './action.ts';
import { tokenOf } from './texts.ts';

function someOpen({ chance, repository }: Scene): BitbucketPullRequest | null {
  return chance.pick(repository.pullRequests.filter(({ state }) => state === 'OPEN'));
}

function say(name: string, weight: number, verdict: Parameters<typeof review>[2]): Action {
  return {
    name,
    weight,
    async run(scene) {
      const pull = someOpen(scene);
      if (pull === null) return null;
      return outcome(`${name} #${pull.number}`, review({ ...scene, pull }, scene.deed, verdict));
    },
  };
}

const add: Action = {
  name: 'add task',
  weight: 4,
  async run(scene) {
    const { chance, deed } = scene;
    const pull = someOpen(scene);
    if (pull === null) return null;
    const seen = pull.conversation().comments.filter((one) => !one.isDeleted && !one.isPending);
    const commentId = chance.is(0.6) ? (chance.pick(seen)?.id ?? null) : null;
    addTask({ ...scene, pull }, deed, { text: `Do ${tokenOf(scene)}`, commentId });
    return outcome(`add task to #${pull.number}`);
  },
};

function withTask(
  name: string,
  weight: number,
  options: {
    readonly to: (one: BitbucketTask) => boolean;
    readonly change: (scene: Scene, pull: BitbucketPullRequest, id: number) => void;
  },
): Action {
  return {
    name,
    weight,
    async run(scene) {
      const { chance, repository } = scene;
      const all = repository.pullRequests.flatMap((pull) =>
        pull
          .conversation()
          .tasks.filter(options.to)
          .map((task) => ({ pull, task })),
      );
      const found = chance.pick(all);
      if (found === null) return null;
      options.change(scene, found.pull, found.task.id);
      return outcome(`${name} ${found.task.id} of #${found.pull.number}`);
    },
  };
}

export const reviewActions: readonly Action[] = [
  say('approve', 4, 'approved'),
  say('request changes to', 2, 'changes_requested'),
  say('withdraw review of', 2, null),
  add,
  withTask('edit task', 2, {
    to: () => true,
    change: (scene, pull, id) =>
      editTask({ ...scene, pull }, scene.deed, id, `Do rather ${tokenOf(scene)}`),
  }),
  withTask('resolve task', 3, {
    to: ({ isResolved }) => !isResolved,
    change: (scene, pull, id) => resolveTask({ ...scene, pull }, scene.deed, id),
  }),
  withTask('reopen task', 1, {
    to: ({ isResolved }) => isResolved,
    change: (scene, pull, id) => reopenTask({ ...scene, pull }, scene.deed, id),
  }),
  withTask('delete task', 1, {
    to: () => true,
    change: (scene, pull, id) => deleteTask({ ...scene, pull }, scene.deed, id),
  }),
];
