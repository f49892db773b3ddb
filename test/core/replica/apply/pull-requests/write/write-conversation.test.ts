import { describe, expect, it } from 'vitest';
import { writeConversation } from '../../../../../../src/core/replica/apply/pull-requests/write/write-conversation.ts';
import type {
  PlacedWrite,
  PullRequestWrites,
} from '../../../../../../src/core/replica/model/prepared-pull-request.ts';
import { onFile, onLine } from '../../../desired/render/fixture.ts';
import { marked, memoryContext, prepared } from '../memory-context.ts';
import { lost } from '../memory-target.ts';

const number = 7;

function placed(key: string, placement: PlacedWrite['placement']): PlacedWrite {
  return { ...marked(key), placement, otherwise: `Elsewhere: ${marked(key).body}` };
}

const review = {
  ...marked('review 7/1'),
  commit: 'c1',
  comments: [placed('comment 7/1', onLine()), placed('comment 7/2', onLine('c1', 13))],
};
const fileComment = placed('comment 7/3', onFile());
const reply = {
  ...marked('comment 7/4'),
  rootKey: 'comment 7/1',
  otherwise: `Quoted: ${marked('comment 7/4').body}`,
};
const plain = marked('comment 7/5');

function setUp(writes: Partial<PullRequestWrites>) {
  const memory = memoryContext();
  const { context, objects } = memory;
  memory.target.open(number);
  const one = prepared(number);
  const pullRequest = { ...one, writes: { ...one.writes, ...writes } };
  return {
    ...memory,
    write: (isNew = true) => writeConversation(context, { prepared: pullRequest, number, isNew }),
    /** Where the state says that each text went, by key. */
    recorded: () =>
      Object.fromEntries(
        [...objects.values()].map(({ sourceId, targetId }) => [sourceId.slice(2), targetId]),
      ),
  };
}

describe('writeConversation', () => {
  it('writes reviews, file comments, replies and the conversation in this order', async () => {
    const { write, target, recorded } = setUp({
      reviews: [review],
      fileComments: [fileComment],
      replies: [reply],
      comments: [plain],
      resolved: ['comment 7/1'],
    });
    const written = await write();
    expect(target.requests).toEqual(['review with 2', 'comment on file', 'reply to 1', 'comment']);
    expect(recorded()).toEqual({
      'review 7/1': 'review:3',
      'comment 7/1': 'review-comment:1',
      'comment 7/2': 'review-comment:2',
      'comment 7/3': 'review-comment:4',
      'comment 7/4': 'review-comment:5',
      'comment 7/5': 'comment:6',
    });
    expect(target.resolved).toEqual(['1']);
    expect(written).toEqual({ refused: [], moved: [], resolved: ['comment 7/1'] });
  });

  it('writes nothing twice', async () => {
    const { write, target } = setUp({ reviews: [review], replies: [reply], comments: [plain] });
    await write();
    const before = [...target.requests];
    await write(false);
    expect(target.requests).toEqual(before);
  });

  it('waits for the settle time after a lost answer and finds what the request wrote', async () => {
    const { write, target, sleeps, recorded } = setUp({ comments: [plain] });
    target.faults.push({ method: 'comment', arrives: true, error: lost });
    await write();
    expect(target.requests).toEqual(['comment']);
    expect(sleeps).toEqual([10_000]);
    expect(recorded()).toEqual({ 'comment 7/5': 'comment:1' });
  });

  it('writes again what the target does not show after the settle time', async () => {
    const { write, target } = setUp({ comments: [plain] });
    target.faults.push({ method: 'comment', arrives: false, error: lost });
    await write();
    expect(target.requests).toEqual(['comment', 'comment']);
    expect(target.texts).toHaveLength(1);
  });

  it('gives up after three lost answers in a row', async () => {
    const { write, target } = setUp({ comments: [plain] });
    for (let attempt = 0; attempt < 3; attempt += 1)
      target.faults.push({ method: 'comment', arrives: false, error: lost });
    await expect(write()).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('adopts a review whose answer was lost, with those of its comments that arrived', async () => {
    const { write, target, recorded } = setUp({ reviews: [review] });
    target.faults.push({ method: 'review', arrives: true, error: lost });
    await write();
    expect(target.requests).toEqual(['review with 2']);
    expect(Object.values(recorded())).toEqual(['review:3', 'review-comment:1', 'review-comment:2']);
  });

  it('adopts by their markers what an earlier run intended and wrote', async () => {
    const { write, target, context, recorded } = setUp({ comments: [plain] });
    await context.repository.records.recordIntents('comment', ['7/comment 7/5']);
    target.write(number, 'comment', plain.body);
    await write(false);
    expect(target.requests).toEqual([]);
    expect(recorded()).toEqual({ 'comment 7/5': 'comment:1' });
  });

  it('writes a review without comments where a place is refused, then each comment alone', async () => {
    const { write, target } = setUp({ reviews: [review] });
    target.refuses = new Set(['review']);
    expect(await write()).toMatchObject({ refused: [], moved: [] });
    expect(target.requests).toEqual([
      'review with 2',
      'review with 0',
      'comment on line',
      'comment on line',
    ]);
  });

  it('moves a refused comment to its file, then to the conversation, where it quotes its place', async () => {
    const { write, target, recorded } = setUp({
      reviews: [{ ...review, comments: review.comments.slice(0, 1) }],
    });
    target.refuses = new Set(['review', 'line', 'file']);
    expect(await write()).toMatchObject({ refused: [], moved: ['comment 7/1'] });
    expect(recorded()['comment 7/1']).toBe('comment:2');
    expect(target.texts.at(-1)?.body).toMatch(/^Elsewhere: /);
  });

  it('writes a reply into the conversation where its thread could not be placed', async () => {
    const { write, target } = setUp({ replies: [reply] });
    expect(await write()).toMatchObject({ moved: ['comment 7/4'] });
    expect(target.requests).toEqual(['comment']);
    expect(target.texts[0]?.body).toMatch(/^Quoted: /);
  });

  it('names what the target refuses everywhere, and leaves no intent behind', async () => {
    const { write, target, recorded } = setUp({ comments: [plain] });
    target.refuses = new Set(['conversation']);
    const { refused } = await write();
    expect(refused).toEqual([{ key: 'comment 7/5', why: 'target.example: not there' }]);
    expect(recorded()).toEqual({});
  });

  it('forgets the intents of what it did not send when the run ends', async () => {
    const { write, control, recorded, target } = setUp({ reviews: [review], comments: [plain] });
    control.isDraining = true;
    await expect(write()).rejects.toMatchObject({ code: 'interrupted' });
    expect(target.requests).toEqual([]);
    expect(recorded()).toEqual({});
  });
});
