import type { BitbucketTask } from '../pull-requests/pull-request-records.ts';
import { type Deed, touch } from './bookkeeping.ts';
import type { PullPlace } from './comments.ts';
import { changeConversation, nextId } from './conversation.ts';

/** @param added.commentId of the comment that it belongs to; `null`: of the pull request itself */
export function addTask(
  { bitbucket, repository, pull }: PullPlace,
  deed: Deed,
  added: { readonly text: string; readonly commentId: number | null },
): void {
  const id = nextId(repository, pull, pull.conversation());
  const task: BitbucketTask = {
    id,
    text: added.text,
    isResolved: false,
    author: deed.by,
    createdOn: deed.on,
    resolvedBy: null,
    resolvedOn: null,
    commentId: added.commentId,
  };
  changeConversation(pull, (conversation) => ({
    ...conversation,
    lastId: id,
    tasks: [...conversation.tasks, task],
  }));
  touch(bitbucket.bookkeeping, pull, deed, 'anything else');
}

export function editTask(place: PullPlace, deed: Deed, id: number, text: string): void {
  changeTask(place, deed, { id, change: { text } });
}

export function resolveTask(place: PullPlace, deed: Deed, id: number): void {
  const change = { isResolved: true, resolvedBy: deed.by, resolvedOn: deed.on };
  changeTask(place, deed, { id, change });
}

export function reopenTask(place: PullPlace, deed: Deed, id: number): void {
  const change = { isResolved: false, resolvedBy: null, resolvedOn: null };
  changeTask(place, deed, { id, change });
}

export function deleteTask({ bitbucket, pull }: PullPlace, deed: Deed, id: number): void {
  changeConversation(pull, (conversation) => ({
    ...conversation,
    lastId: Math.max(id, conversation.lastId ?? 0),
    tasks: conversation.tasks.filter((one) => one.id !== id),
  }));
  touch(bitbucket.bookkeeping, pull, deed, 'anything else');
}

function changeTask(
  { bitbucket, pull }: PullPlace,
  deed: Deed,
  { id, change }: { readonly id: number; readonly change: Partial<BitbucketTask> },
): void {
  changeConversation(pull, (conversation) => ({
    ...conversation,
    tasks: conversation.tasks.map((one) => (one.id === id ? { ...one, ...change } : one)),
  }));
  touch(bitbucket.bookkeeping, pull, deed, 'anything else');
}
