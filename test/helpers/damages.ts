import type { GithubPullRequest } from '../../sandbox/github/tracker/records.ts';
import { filmOid, type Migrated } from './repositories/migrated.ts';

/** Something that somebody does to a repository that was brought over. */
export interface Damage {
  readonly name: string;
  /** What must not be damaged otherwise at the same time; `null`: it has to be the only damage. */
  readonly touches: readonly string[] | null;
  /** How verify tells it: kind, name and the beginning of the message of each defect. */
  readonly defects: readonly (readonly [kind: string, name: RegExp, message: RegExp])[];
  /** A repair mends it. */
  readonly canBeMended: boolean;
  /** @returns what undoes it */
  apply(migrated: Migrated): Promise<() => Promise<void> | void>;
}

export function targetOf({ place }: Migrated) {
  const found = place.sandbox.github.findRepository('acme/web');
  if (found === null) throw new Error('there is no acme/web');
  return found;
}

export function pullOf(migrated: Migrated, number: number): GithubPullRequest {
  const found = targetOf(migrated).tracker.findPull(number);
  if (found === null) throw new Error(`there is no pull request ${number}`);
  return found;
}

/** A record of the sandbox, as long as it is there. */
function reviewCommentOf(migrated: Migrated, text: string) {
  const found = pullOf(migrated, 1).reviewComments.find(({ body }) => body.includes(text));
  if (found === undefined) throw new Error(`there is no review comment "${text}"`);
  return found;
}

function remarkOf(migrated: Migrated) {
  const [remark] = pullOf(migrated, 1).comments;
  if (remark === undefined) throw new Error('there is no comment');
  return remark;
}

function reviewOf(migrated: Migrated) {
  const found = pullOf(migrated, 1).reviews.find(({ body }) => body !== '');
  if (found === undefined) throw new Error('there is no review');
  return found;
}

const missing = /^is missing/;
const anotherText = /^has a different text$/;

/** Puts things back into the lists of the sandbox where they were. */
function restoring<T>(list: T[], one: T): () => void {
  const index = list.indexOf(one);
  return () => {
    list.splice(index, 0, one);
  };
}

/** In as few groups as can be: those of one group can be done at the same time, and are told apart. */
export function damagesAtOnce(all: readonly Damage[]): readonly (readonly Damage[])[] {
  const groups: { touched: Set<string>; members: Damage[] }[] = [];
  for (const damage of all) {
    const { touches } = damage;
    const free = groups.find(
      ({ touched }) => touched.size > 0 && touches?.every((one) => !touched.has(one)),
    );
    const group = free ?? { touched: new Set(), members: [] };
    if (free === undefined) groups.push(group);
    group.members.push(damage);
    for (const one of touches ?? []) group.touched.add(one);
  }
  return groups.map(({ members }) => members);
}

export const damages: readonly Damage[] = [
  {
    name: 'a branch is deleted',
    touches: ['spare'],
    defects: [['branch', /^spare$/, missing]],
    canBeMended: true,
    async apply(migrated) {
      await migrated.push(':refs/heads/spare');
      return () => migrated.push('spare:refs/heads/spare');
    },
  },
  {
    name: 'the branch of an open pull request is deleted',
    touches: ['#4'],
    defects: [
      ['branch', /^topic$/, missing],
      ['pull-request', /^#4$/, /^is closed; it was open$/],
    ],
    canBeMended: true,
    async apply(migrated) {
      await migrated.push(':refs/heads/topic');
      return async () => {
        await migrated.push('topic:refs/heads/topic');
        await migrated.ask('PATCH', '/pulls/4', { state: 'open' });
      };
    },
  },
  {
    name: 'a branch is moved',
    touches: ['spare'],
    defects: [['branch', /^spare$/, /^points to \w{10}; migrated as \w{10}$/]],
    canBeMended: false,
    async apply(migrated) {
      await migrated.push('main:refs/heads/spare');
      return () => migrated.push('+spare:refs/heads/spare');
    },
  },
  {
    name: 'a tag is deleted',
    touches: ['v2'],
    defects: [['tag', /^v2$/, missing]],
    canBeMended: true,
    async apply(migrated) {
      await migrated.push(':refs/tags/v2');
      return () => migrated.push('refs/tags/v2');
    },
  },
  {
    name: 'a tag is moved',
    touches: ['v1'],
    defects: [['tag', /^v1$/, /^points to /]],
    canBeMended: false,
    async apply(migrated) {
      await migrated.push('+spare:refs/tags/v1');
      return () => migrated.push('+refs/tags/v1');
    },
  },
  {
    name: 'what was brought is there under another name as well',
    touches: ['new-idea'],
    defects: [['branch', /^new-idea$/, /^was not migrated under this name; it points to/]],
    canBeMended: false,
    async apply(migrated) {
      await migrated.push('main:refs/heads/new-idea');
      return () => migrated.push(':refs/heads/new-idea');
    },
  },
  {
    name: 'an LFS object is lost',
    touches: ['film'],
    defects: [['lfs-object', new RegExp(`^${filmOid}$`), missing]],
    canBeMended: true,
    async apply(migrated) {
      await targetOf(migrated).lfs.remove(filmOid);
      return () => targetOf(migrated).lfs.add(filmOid, Buffer.from('a film'));
    },
  },
  {
    name: 'another branch is made the default one',
    touches: ['spare'],
    defects: [['setting', /^default branch$/, /^is spare; it was set to main$/]],
    canBeMended: true,
    async apply(migrated) {
      await migrated.ask('PATCH', '', { default_branch: 'spare' });
      return () => migrated.ask('PATCH', '', { default_branch: 'main' });
    },
  },
  {
    name: 'the description of the repository is changed',
    touches: ['description'],
    defects: [['setting', /^description$/, /^is not the one that was set$/]],
    canBeMended: true,
    async apply(migrated) {
      const { description } = targetOf(migrated);
      await migrated.ask('PATCH', '', { description: 'Something else' });
      return () => migrated.ask('PATCH', '', { description });
    },
  },
  {
    name: 'the repository is made public',
    touches: ['visibility'],
    defects: [['setting', /^visibility$/, /^is public; it was set to private$/]],
    canBeMended: true,
    async apply(migrated) {
      await migrated.ask('PATCH', '', { visibility: 'public' });
      return () => migrated.ask('PATCH', '', { visibility: 'private' });
    },
  },
  {
    name: 'the repository is archived',
    touches: null,
    defects: [['setting', /^archived$/, /^is yes; it was set to no$/]],
    canBeMended: true,
    async apply(migrated) {
      await migrated.ask('PATCH', '', { archived: true });
      return () => migrated.ask('PATCH', '', { archived: false });
    },
  },
  {
    name: 'an open pull request is closed',
    touches: ['#4'],
    defects: [['pull-request', /^#4$/, /^is closed; it was open$/]],
    canBeMended: true,
    async apply(migrated) {
      await migrated.ask('PATCH', '/pulls/4', { state: 'closed' });
      return () => migrated.ask('PATCH', '/pulls/4', { state: 'open' });
    },
  },
  {
    name: 'a declined pull request is opened again',
    touches: ['#3'],
    defects: [['pull-request', /^#3$/, /^is open; it was closed$/]],
    canBeMended: true,
    async apply(migrated) {
      // Its branch is pushed again for that, and goes with it.
      await migrated.push('declined:refs/heads/migrator/pr-3/head');
      await migrated.ask('PATCH', '/pulls/3', { state: 'open' });
      pullOf(migrated, 3).state = 'open';
      const { directory } = targetOf(migrated);
      const { git } = await import('./repositories/git-fixture.ts');
      git(directory, 'update-ref', '-d', 'refs/heads/migrator/pr-3/head');
      return () => migrated.ask('PATCH', '/pulls/3', { state: 'closed' });
    },
  },
  {
    name: 'a title is changed',
    touches: ['#2'],
    defects: [['pull-request', /^#2$/, /^has a different title: Something else$/]],
    canBeMended: true,
    async apply(migrated) {
      const { title } = pullOf(migrated, 2);
      await migrated.ask('PATCH', '/pulls/2', { title: 'Something else' });
      return () => migrated.ask('PATCH', '/pulls/2', { title });
    },
  },
  {
    name: 'a description is changed',
    touches: ['#2'],
    defects: [['pull-request', /^#2$/, /^has a different description$/]],
    canBeMended: true,
    async apply(migrated) {
      const { body } = pullOf(migrated, 2);
      await migrated.ask('PATCH', '/pulls/2', { body: `Not so. ${body}` });
      return () => migrated.ask('PATCH', '/pulls/2', { body });
    },
  },
  {
    name: 'a marker is taken out of a description',
    touches: ['#6'],
    defects: [['pull-request', /^#6$/, /without our marker/]],
    canBeMended: true,
    async apply(migrated) {
      const { body } = pullOf(migrated, 6);
      const without = (body ?? '').replace(/<!-- migrator:.*-->/, '');
      await migrated.ask('PATCH', '/pulls/6', { body: without });
      return () => migrated.ask('PATCH', '/pulls/6', { body });
    },
  },
  {
    name: 'a general comment is deleted',
    touches: ['remark'],
    defects: [['comment', /of #1$/, missing]],
    canBeMended: true,
    async apply(migrated) {
      const remark = remarkOf(migrated);
      const restore = restoring(pullOf(migrated, 1).comments, remark);
      await migrated.ask('DELETE', `/issues/comments/${remark.id}`);
      return () => {
        restore();
        targetOf(migrated).tracker.comments.set(remark.id, remark);
      };
    },
  },
  {
    name: 'a general comment is edited',
    touches: ['remark'],
    defects: [['comment', /of #1$/, anotherText]],
    canBeMended: true,
    async apply(migrated) {
      const { id, body } = remarkOf(migrated);
      await migrated.ask('PATCH', `/issues/comments/${id}`, { body: `Well. ${body}` });
      return () => migrated.ask('PATCH', `/issues/comments/${id}`, { body });
    },
  },
  {
    name: 'a general comment is there twice',
    touches: ['remark'],
    defects: [['comment', /of #1$/, /^appears 2 times: http/]],
    canBeMended: false,
    async apply(migrated) {
      const { body } = remarkOf(migrated);
      await migrated.ask('POST', '/issues/1/comments', { body });
      return async () => {
        const copy = pullOf(migrated, 1).comments.at(-1);
        await migrated.ask('DELETE', `/issues/comments/${copy?.id}`);
      };
    },
  },
  {
    name: 'a general comment is written into another pull request',
    touches: ['remark'],
    defects: [['comment', /of #1$/, /^is missing, but has a copy: http/]],
    canBeMended: false,
    async apply(migrated) {
      const remark = remarkOf(migrated);
      const restore = restoring(pullOf(migrated, 1).comments, remark);
      await migrated.ask('POST', '/issues/2/comments', { body: remark.body });
      await migrated.ask('DELETE', `/issues/comments/${remark.id}`);
      return async () => {
        const copy = pullOf(migrated, 2).comments.at(-1);
        await migrated.ask('DELETE', `/issues/comments/${copy?.id}`);
        restore();
        targetOf(migrated).tracker.comments.set(remark.id, remark);
      };
    },
  },
  ...['A reply', 'On the old line', 'On the file'].map(
    (text): Damage => ({
      name: `the review comment "${text}" is deleted`,
      touches: ['threads'],
      defects: [['review-comment', /of #1$/, /^is missing$/]],
      canBeMended: true,
      async apply(migrated) {
        const comment = reviewCommentOf(migrated, text);
        const { thread, pull } = comment;
        const restores = [
          restoring(thread.comments, comment),
          restoring(pull.reviewComments, comment),
        ];
        const restoreThread = thread.comments.length === 1 ? restoring(pull.threads, thread) : null;
        await migrated.ask('DELETE', `/pulls/comments/${comment.id}`);
        return () => {
          for (const restore of restores) restore();
          restoreThread?.();
          const { tracker } = targetOf(migrated);
          tracker.threads.set(thread.id, thread);
          tracker.reviewComments.set(comment.id, comment);
        };
      },
    }),
  ),
  {
    name: 'the first comment of a thread is deleted and its reply stays',
    touches: ['threads'],
    defects: [['review-comment', /of #1$/, /^is missing, and its replies stand without it$/]],
    canBeMended: false,
    async apply(migrated) {
      const comment = reviewCommentOf(migrated, 'On the line');
      const { thread, pull } = comment;
      const restores = [
        restoring(thread.comments, comment),
        restoring(pull.reviewComments, comment),
      ];
      await migrated.ask('DELETE', `/pulls/comments/${comment.id}`);
      return () => {
        for (const restore of restores) restore();
        targetOf(migrated).tracker.reviewComments.set(comment.id, comment);
      };
    },
  },
  {
    name: 'a review comment is edited',
    touches: ['line'],
    defects: [['review-comment', /of #1$/, anotherText]],
    canBeMended: true,
    async apply(migrated) {
      const { id, body } = reviewCommentOf(migrated, 'On the line');
      await migrated.ask('PATCH', `/pulls/comments/${id}`, { body: `No. ${body}` });
      return () => migrated.ask('PATCH', `/pulls/comments/${id}`, { body });
    },
  },
  {
    name: 'the text of a review is edited',
    touches: ['review'],
    defects: [['review', /of #1$/, anotherText]],
    canBeMended: true,
    async apply(migrated) {
      const { id, body } = reviewOf(migrated);
      await migrated.ask('PUT', `/pulls/1/reviews/${id}`, { body: `No. ${body}` });
      return () => migrated.ask('PUT', `/pulls/1/reviews/${id}`, { body });
    },
  },
  {
    name: 'a resolved thread is opened again',
    touches: ['line'],
    defects: [['thread', /of #1$/, /^is open again; it was resolved$/]],
    canBeMended: true,
    async apply(migrated) {
      const { thread } = reviewCommentOf(migrated, 'On the line');
      const { resolvedBy } = thread;
      thread.resolvedBy = null;
      return () => {
        thread.resolvedBy = resolvedBy;
      };
    },
  },
  {
    name: 'a branch that keeps the commits of a fork is deleted',
    touches: ['#5'],
    defects: [
      ['branch', /^migrator\/pr-5$/, missing],
      ['pull-request', /^#5$/, /^is closed; it was open$/],
    ],
    canBeMended: true,
    async apply(migrated) {
      await migrated.push(':refs/heads/migrator/pr-5');
      return async () => {
        await migrated.push('forked:refs/heads/migrator/pr-5');
        await migrated.ask('PATCH', '/pulls/5', { state: 'open' });
      };
    },
  },
  {
    name: 'the base of an open pull request is changed',
    touches: ['#5', 'spare'],
    defects: [['pull-request', /^#5$/, /^goes to spare; it went to main$/]],
    canBeMended: false,
    async apply(migrated) {
      await migrated.ask('PATCH', '/pulls/5', { base: 'spare' });
      return () => migrated.ask('PATCH', '/pulls/5', { base: 'main' });
    },
  },
  {
    name: 'a pull request is made a draft',
    touches: ['#5'],
    defects: [['pull-request', /^#5$/, /^is a draft; it was opened as ready for review$/]],
    canBeMended: false,
    async apply(migrated) {
      // No request of the REST interface does this.
      const pull = pullOf(migrated, 5);
      pull.draft = true;
      return () => {
        pull.draft = false;
      };
    },
  },
  {
    name: 'an open pull request is merged',
    touches: ['#4'],
    defects: [
      ['branch', /^main$/, /^points to /],
      ['pull-request', /^#4$/, /^is merged; it was open$/],
    ],
    canBeMended: false,
    async apply(migrated) {
      await migrated.push('topic:refs/heads/main');
      const pull = pullOf(migrated, 4);
      const before = { ...pull };
      Object.assign(pull, { merged: true, mergedAt: pull.createdAt, state: 'closed' });
      return async () => {
        await migrated.push('+main:refs/heads/main');
        Object.assign(pull, before);
      };
    },
  },
  {
    name: "a pull request is removed by the host's staff",
    touches: ['#6'],
    defects: [['pull-request', /^#6$/, /^no longer exists$/]],
    canBeMended: false,
    async apply(migrated) {
      const { tracker } = targetOf(migrated);
      const pull = pullOf(migrated, 6);
      tracker.remove(6);
      return () => tracker.add(pull);
    },
  },
  {
    name: 'the repository is renamed',
    touches: null,
    defects: [['repository', /^acme\/web$/, /^was renamed$/]],
    canBeMended: false,
    async apply(migrated) {
      const repository = targetOf(migrated);
      await migrated.ask('PATCH', '', { name: 'web-old' });
      return () => {
        repository.name = 'web';
      };
    },
  },
];
