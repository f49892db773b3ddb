import { intend } from '../../../../journal/intents.ts';
import { type Created, once } from '../../../../journal/once.ts';
import { waitUntilVisible } from '../../../../journal/wait-until-visible.ts';
import type { CreatedObject } from '../../../../ports/records/migration.ts';
import { findWritten } from '../../../actual/find-written.ts';
import type { WritingContext } from '../../../context/pull-requests/pull-request-context.ts';
import type {
  CreatedAs,
  PreparedPullRequest,
  ReplyWrite,
} from '../../../model/prepared-pull-request.ts';
import { createdIds } from '../../../recorded/pull-requests/created-ids.ts';
import { keyOf, toWrittenText } from '../../../recorded/pull-requests/written-record.ts';
import { journalOf, writingFailure } from '../target/journal-of.ts';
import { adoptConversation, textsOf } from './adopt-by-markers.ts';
import { resolveThreads } from './resolve-threads.ts';
import { type Conversation, writeComment, writeElsewhere, writePlaced } from './write-comment.ts';
import { writeReview } from './write-reviews.ts';

export interface WrittenConversation {
  readonly refused: Conversation['refused'];
  readonly moved: readonly string[];
  /** Keys of the comments whose thread is resolved on the target. */
  readonly resolved: readonly string[];
}

/**
 * Everything that was said about a pull request: reviews with the comments on lines, comments on files, replies, then the
 * conversation, and last the threads that are resolved. What earlier runs have written is found by the state, or
 * by its markers, and not written again.
 */
export async function writeConversation(
  context: WritingContext,
  options: Omit<CreatedAs, 'webUrl'>,
): Promise<WrittenConversation> {
  const conversation = await openConversation(context, options);
  const { writes } = options.prepared;
  try {
    await recordIntents(conversation, writes);
    for (const review of writes.reviews) await writeReview(conversation, review);
    for (const comment of writes.fileComments) await writePlaced(conversation, comment);
    for (const reply of writes.replies) await writeReply(conversation, reply);
    for (const { key, body } of writes.comments) await writeComment(conversation, key, body);
  } finally {
    await forgetUnsent(conversation);
  }
  const resolved = await resolveThreads(conversation, writes.resolved);
  return { refused: conversation.refused, moved: conversation.moved, resolved };
}

async function openConversation(
  context: WritingContext,
  { prepared, number, isNew }: Omit<CreatedAs, 'webUrl'>,
): Promise<Conversation> {
  const { repository, markers } = context;
  const { target, records, targetName } = repository;
  const prefix = `${prepared.number}/`;
  const rows = isNew ? [] : await records.listObjects('comment', prefix);
  const made = new Map<string, Created>();
  const unclear: CreatedObject[] = [];
  for (const row of rows) {
    const { targetId, targetUrl } = row;
    if (targetId === null) unclear.push(row);
    else made.set(keyOf(row), { targetId, targetUrl: targetUrl ?? '' });
  }
  const isUnclear = unclear.length > 0;
  // What the target does not show once it has settled was never sent, or never arrived.
  if (isUnclear) await waitUntilVisible(context.repository, context.enteredAt);
  if (isUnclear || (!isNew && rows.length === 0 && repository.kept.adopts_found)) {
    const { writes } = prepared;
    const earlier = { known: new Set(made.keys()), intended: unclear };
    const found = await adoptConversation(context, { writes, number, prefix, ...earlier });
    for (const [key, one] of found) made.set(key, one);
  }
  const intended: Conversation['intended'] = new Set();
  const refused: Conversation['refused'] = [];
  return {
    context,
    name: { ...targetName, number },
    made,
    intended,
    prefix,
    refused,
    moved: [],
    async write({ key, body, place, send, idOf }) {
      const done = made.get(key);
      if (done !== undefined) return done;
      const result = await once(journalOf(context), {
        kind: 'comment',
        id: `${prefix}${key}`,
        failure: writingFailure(context),
        known: undefined,
        isIntended: () => intended.delete(key),
        data: toWrittenText(body, place),
        async send() {
          const written = await send();
          if (written.kind === 'written')
            return { targetId: idOf(written.id), targetUrl: written.webUrl };
          refused.push({ key, why: `${target.hostname}: ${written.message}` });
          return null;
        },
        find: async () => (await findWritten(context, number)).get(markers.digest(key)) ?? null,
      });
      if (result !== null) made.set(key, result);
      return result;
    },
  };
}

/**
 * Records what is about to be sent, so that an edit by somebody before its end is known does not count as ours. By one flush
 * for all of them: each would need its own. A run that is killed leaves those that it did not send, too; they cost the next
 * one no more than the one that it did.
 */
async function recordIntents(
  { context, made, intended, prefix }: Conversation,
  writes: PreparedPullRequest['writes'],
): Promise<void> {
  const texts = [...textsOf(writes)].filter(([key]) => !made.has(key));
  const data = new Map(texts.map(([key, text]) => [`${prefix}${key}`, text]));
  await intend(context.repository.records, 'comment', data);
  for (const [key] of texts) intended.add(key);
}

/** A run that ends in order leaves nothing unclear: the next one would wait until the target has settled. */
async function forgetUnsent({ context, intended, prefix }: Conversation): Promise<void> {
  if (intended.size === 0) return;
  const { records } = context.repository;
  const sourceIds = [...intended].map((key) => `${prefix}${key}`);
  try {
    await records.forgetObjects('comment', sourceIds);
  } catch {
    // Why the run ends matters more, and what is left is looked for on the target.
  }
}

async function writeReply(
  conversation: Conversation,
  { key, rootKey, body, otherwise }: ReplyWrite,
): Promise<void> {
  const { context, name, made } = conversation;
  if (made.has(key)) return;
  const { target, signal } = context.repository;
  const rootId = createdIds.threadRoot(made.get(rootKey)?.targetId ?? '');
  if (rootId === null) return writeElsewhere(conversation, { key, otherwise });
  const written = await conversation.write({
    key,
    body,
    place: `reply to ${rootKey}`,
    send: () => target.pullRequests.createReply({ ...name, rootId, body, signal }),
    idOf: createdIds.reviewComment,
  });
  if (written === null) await writeElsewhere(conversation, { key, otherwise });
}
