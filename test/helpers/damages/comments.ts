import type { Migrated } from '../repositories/migrated.ts';
import { type Damage, missing, pullOf, targetOf } from './damage.ts';

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

const anotherText = /^has different text$/;

/** Puts things back into the lists of the sandbox where they were. */
function restoring<T>(list: T[], one: T): () => void {
  const index = list.indexOf(one);
  return () => {
    list.splice(index, 0, one);
  };
}

/** Damages to comments of people. */
export const damagesToComments: readonly Damage[] = [
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
    defects: [['review-comment', /of #1$/, /^is missing, but its replies remain$/]],
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
];
