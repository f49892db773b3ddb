import { describe, expect, it } from 'vitest';
import type { CreatedObject } from '../../../../../../src/core/ports/records/migration.ts';
import { updatePullRequest } from '../../../../../../src/core/replica/apply/pull-requests/update/update-pull-request.ts';
import { writeConversation } from '../../../../../../src/core/replica/apply/pull-requests/write/write-conversation.ts';
import { describeSkipped } from '../../../../../../src/core/replica/apply/synced-pull-requests/describe-skipped.ts';
import type { PullRequestContext } from '../../../../../../src/core/replica/context/pull-requests/pull-request-context.ts';
import { syncing } from '../../../../../../src/core/replica/diff/pull-requests/update-policy.ts';
import type { PullRequestWrites } from '../../../../../../src/core/replica/model/prepared-pull-request.ts';
import {
  type PullRequestRecord,
  readRecord,
  toRecordText,
} from '../../../../../../src/core/replica/recorded/pull-requests/pull-request-record.ts';
import { textDigest } from '../../../../../../src/core/replica/recorded/pull-requests/written-record.ts';
import { markers } from '../../../desired/render/fixture.ts';
import { memoryContext, prepared } from '../memory-context.ts';
import { killed, type MemoryTarget } from '../memory-target.ts';

const body = (key: string, text: string) => `${text}\n\n${markers.mark(key)}`;

function conversation(texts: Readonly<Record<string, string>>): PullRequestWrites['comments'] {
  return Object.entries(texts).map(([id, text]) => {
    const key = `comment 1/${id}`;
    return { key, body: body(key, text) };
  });
}

function writes(title: string, texts: Readonly<Record<string, string>>): PullRequestWrites {
  return {
    ...prepared(1).writes,
    title,
    body: body('pull-request 1', `About ${title}`),
    comments: conversation(texts),
  };
}

const before = writes('Before', { 1: 'one', 2: 'two', 3: 'three' });
const after = writes('After', { 1: 'one', 2: 'two, edited', 4: 'four', 5: 'five' });

/** A pull request as a migration has left it. */
async function migrated() {
  const memory = memoryContext();
  const { context, target, objects } = memory;
  const open = prepared(1, { outcome: 'open', writes: before });
  target.open(1, { title: before.title, body: before.body });
  const { records } = context.repository;
  const record = {
    ...{ isDone: true, state: 'open', changes: [], leftImages: [], comments: 3, isDraft: false },
    ...{ title: textDigest(before.title), body: textDigest(before.body), outcome: 'open' },
    base: open.opening.base.branch,
  } as unknown as PullRequestRecord;
  await records.recordIntents('pull-request', ['1']);
  const result = { targetId: '1', targetUrl: '', data: toRecordText(record) };
  await records.recordResult('pull-request', '1', result);
  await writeConversation(context, { prepared: open, number: 1, isNew: true });
  target.requests.length = 0;
  const process = async (wanted: PullRequestWrites) => {
    const object = await records.findObject('pull-request', '1');
    const known = readRecord(object as CreatedObject);
    if (object === null || known === null) throw new Error('there is no record');
    const one = {
      prepared: { ...open, writes: wanted },
      ...{ object, record: known, number: 1 },
    };
    const { skippedFields, skippedTexts, ...updated } = await updatePullRequest(
      context as unknown as PullRequestContext,
      one,
      syncing,
    );
    return { ...updated, left: [...skippedFields, ...describeSkipped(skippedTexts)] };
  };
  const texts = () => target.texts.map((text) => text.body).sort();
  return { ...memory, objects, process, texts };
}

const bodies = (wanted: PullRequestWrites) => wanted.comments.map((one) => one.body).sort();

function revive(target: MemoryTarget): void {
  Object.assign(target, { killAt: null, isKilled: false });
}

describe('updatePullRequest', () => {
  it('edits, deletes and writes what has changed, and nothing a second time', async () => {
    const { process, target, texts } = await migrated();
    expect(await process(after)).toMatchObject({ comments: 5, isChanged: true, left: [] });
    expect(texts()).toEqual(bodies(after));
    expect(target.pulls.get(1)).toMatchObject({ title: 'After', body: after.body });
    const sent = target.requests.length;
    expect(await process(after)).toMatchObject({ comments: 0, isChanged: false, left: [] });
    expect(target.requests).toHaveLength(sent);
  });

  it('comes to the same after a kill before or after any request', async () => {
    const requests = 6;
    for (let request = 1; request <= requests; request += 1) {
      for (const arrives of [false, true]) {
        const { process, target, texts } = await migrated();
        target.killAt = { request, arrives };
        const at = `killed at ${request}, ${arrives ? 'after' : 'before'} it`;
        expect(await process(after).catch((error: unknown) => error), at).toBe(killed);
        revive(target);
        await process(after);
        expect(texts(), at).toEqual(bodies(after));
        expect(target.pulls.get(1), at).toMatchObject({ title: 'After', body: after.body });
      }
    }
  });

  it('comes to what the source has by then, whatever a killed sync was about to write', async () => {
    for (let request = 1; request <= 6; request += 1) {
      const { process, target, texts } = await migrated();
      target.killAt = { request, arrives: true };
      await process(after).catch(() => {});
      revive(target);
      const later = writes('Later', { 1: 'one', 2: 'two, again', 6: 'six' });
      await process(later);
      expect(texts(), `killed at ${request}`).toEqual(bodies(later));
      expect(target.pulls.get(1)).toMatchObject({ title: 'Later' });
    }
  });

  it('leaves what somebody has edited, and writes the rest', async () => {
    const { process, target, texts } = await migrated();
    const own = target.pulls.get(1);
    if (own !== undefined) target.pulls.set(1, { ...own, title: 'Theirs' });
    for (const at of [1, 2]) {
      const text = target.texts[at];
      if (text !== undefined) target.texts[at] = { ...text, body: `theirs ${at}` };
    }
    const { left } = await process(after);
    expect(left).toEqual(['its title was changed on GitHub', '2 comments were edited on GitHub']);
    expect(target.pulls.get(1)?.title).toBe('Theirs');
    const kept = bodies(after).filter((one) => !one.startsWith('two'));
    expect(texts()).toEqual(['theirs 1', 'theirs 2', ...kept].sort());
  });

  it('turns a deleted comment that somebody has answered into a note', async () => {
    const { context, process, target } = await migrated();
    const key = 'comment 1/9';
    const thread = { ...before, fileComments: [] as PullRequestWrites['fileComments'] };
    const placement = { kind: 'file', commit: 'c', place: { path: 'a' }, why: '' } as const;
    const text = { key, body: body(key, 'nine'), otherwise: '', placement };
    const open = prepared(1, { outcome: 'open', writes: { ...thread, fileComments: [text] } });
    await writeConversation(context, { prepared: open, number: 1, isNew: false });
    const root = target.texts.at(-1);
    target.write(1, 'review-comment', 'An answer');
    const answer = target.texts.at(-1);
    if (answer !== undefined && root !== undefined)
      target.texts.splice(-1, 1, { ...answer, rootId: root.id });
    expect((await process(before)).comments).toBe(1);
    expect(target.texts.map((one) => one.body)).toContain('An answer');
    const note = target.texts.find(({ id }) => id === root?.id)?.body;
    expect(note).toContain('Deleted on Bitbucket');
    const sent = target.requests.length;
    expect(await process(before)).toMatchObject({ comments: 0, isChanged: false, left: [] });
    expect(target.requests).toHaveLength(sent);
  });
});
