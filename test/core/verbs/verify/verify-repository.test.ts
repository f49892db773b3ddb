import { describe, expect, it } from 'vitest';
import {
  conversationComment,
  hashOf,
  MigratedTarget,
  marked,
  reviewComment,
  step,
} from './migrated-target.ts';

function changePull(
  target: MigratedTarget,
  change: Partial<MigratedTarget['pulls'][number]>,
): void {
  const [pull] = target.pulls;
  if (pull === undefined) throw new Error('there is no pull request');
  target.pulls[0] = { ...pull, ...change };
}

describe('verifyRepository', () => {
  it('finds no difference right after the migration', async () => {
    const found = await new MigratedTarget().verify();
    expect(found).toMatchObject({ unverified: null, notes: [], differences: [] });
    // One list of refs of three, an LFS object, five settings, a pull request, four texts and a thread.
    expect([found.compared, found.equal]).toEqual([15, 15]);
    expect(found.kinds.map(({ kind, compared, equal }) => [kind, compared, equal])).toEqual([
      ['setting', 5, 5],
      ['branch', 2, 2],
      ['tag', 1, 1],
      ['lfs-object', 1, 1],
      ['pull-request', 1, 1],
      ['review-comment', 2, 2],
      ['comment', 1, 1],
      ['review', 1, 1],
      ['thread', 1, 1],
    ]);
  });

  it('compares nothing of a repository that was not created yet', async () => {
    const target = new MigratedTarget();
    target.rows = [];
    target.status = 'pending';
    expect(await target.verify()).toMatchObject({
      compared: 0,
      notes: ['Nothing migrated yet'],
    });
  });

  it('says of a repository that failed only that, with its fix', async () => {
    const target = new MigratedTarget();
    const failure = { code: 'refused', message: 'File big.bin is too large' } as const;
    target.rows = target.rows.filter(({ kind }) => kind === 'repository');
    target.status = 'failed';
    target.failure = { ...failure, hint: 'Remove it.', retry: 'no', detail: null };
    expect(await target.verify()).toMatchObject({
      notes: ['Not finished; compared only what was written: File big.bin is too large'],
      failure: { message: 'File big.bin is too large', hint: 'Remove it.' },
    });
  });

  it('compares nothing else where the repository is gone or another one', async () => {
    const gone = new MigratedTarget();
    gone.repository = null;
    expect(await gone.differences()).toEqual(['defect repository acme/web: no longer exists']);
    const other = new MigratedTarget();
    if (other.repository !== null) other.repository = { ...other.repository, id: '8' };
    expect(await other.differences()).toEqual([
      'defect repository acme/web: is not the repository that was created',
    ]);
  });

  it('reports missing, moved and added refs', async () => {
    const target = new MigratedTarget();
    target.refs.delete('refs/tags/v1');
    target.refs.set('refs/heads/main', hashOf('d'));
    target.refs.set('refs/heads/new', hashOf('e'));
    target.refs.set('refs/heads/copy', hashOf('b'));
    expect(await target.differences()).toEqual([
      'defect tag v1: is missing; it pointed to cccccccccc [refs]',
      'defect branch main: points to dddddddddd; migrated as aaaaaaaaaa',
      'defect branch copy: was not migrated under this name; it points to bbbbbbbbbb',
      'added-since branch new: has been added on GitHub since the migration',
    ]);
  });

  it('reports LFS objects that the target cannot give back', async () => {
    const target = new MigratedTarget();
    target.missingLfs.add('f00d');
    expect(await target.differences()).toEqual([
      'defect lfs-object f00d: is missing or incomplete (12 bytes) [lfs]',
    ]);
  });

  it('notes what the state did not record', async () => {
    const target = new MigratedTarget();
    target.rows = target.rows.filter(({ kind }) => !['refs', 'lfs', 'settings'].includes(kind));
    const { differences, notes } = await target.verify();
    expect(differences).toEqual([]);
    expect(notes).toEqual([
      'Settings are not compared: the state does not record the applied settings',
      'Branches and tags are not compared: the state does not record the pushed refs',
    ]);
  });
});

describe('verifyRepository of pull requests', () => {
  it('reports one that is gone, without the texts in it', async () => {
    const target = new MigratedTarget();
    for (const list of [target.pulls, target.reviewComments, target.comments]) list.length = 0;
    expect(await target.differences()).toEqual(['defect pull-request #1: no longer exists']);
  });

  it('reports one that was opened since', async () => {
    const target = new MigratedTarget();
    const [pull] = target.pulls;
    if (pull !== undefined) target.pulls.push({ ...pull, number: 2, title: 'New' });
    expect(await target.differences()).toEqual([
      'added-since pull-request #2: has since been opened: New',
    ]);
  });

  it('reports another title and description, and a lost marker', async () => {
    const target = new MigratedTarget();
    changePull(target, { title: 'Other', body: marked('Other', 'pull-request 1') });
    expect(await target.differences()).toEqual([
      'defect pull-request #1: has the title “Other”; it was “Add a basket” [texts]',
      'defect pull-request #1: has a different description [texts]',
    ]);
    changePull(target, { title: 'Add a basket', body: 'Other' });
    expect(await target.differences()).toEqual([
      "defect pull-request #1: has a different description, without migrator's marker [texts]",
    ]);
  });

  it('reopens what was closed, and only reports what was merged', async () => {
    const target = new MigratedTarget();
    changePull(target, { state: 'closed' });
    expect(await target.differences()).toEqual([
      'defect pull-request #1: is closed; it was open [state]',
    ]);
    changePull(target, { state: 'closed', isMerged: true });
    expect(await target.differences()).toEqual(['defect pull-request #1: is merged; it was open']);
  });

  it('reports a draft, another head and another base', async () => {
    const target = new MigratedTarget();
    changePull(target, {
      isDraft: true,
      head: { branch: 'topic', commit: hashOf('d') },
      base: { branch: 'release', commit: hashOf('a') },
    });
    expect(await target.differences()).toEqual([
      'defect pull-request #1: is a draft; it was opened as ready for review',
      'defect pull-request #1: is at dddddddddd; it was opened at bbbbbbbbbb',
      'defect pull-request #1: targets release; it targeted main',
    ]);
  });

  it('reports a moved branch once, not with its pull request again', async () => {
    const target = new MigratedTarget();
    target.refs.set('refs/heads/topic', hashOf('d'));
    changePull(target, { head: { branch: 'topic', commit: hashOf('d') } });
    expect(await target.differences()).toEqual([
      'defect branch topic: points to dddddddddd; migrated as bbbbbbbbbb',
    ]);
  });

  it('notes those that are not finished', async () => {
    const target = new MigratedTarget();
    target.steps = [step('pull-requests', 'running')];
    target.status = 'failed';
    target.rows = target.rows.map((row) =>
      row.kind === 'pull-request' ? { ...row, data: null } : row,
    );
    const { differences, notes } = await target.verify();
    expect(differences).toEqual([]);
    expect(notes).toEqual([
      'Not finished; compared only what was written',
      'Not finished, so not compared: 1 pull request',
    ]);
  });
});

describe('verifyRepository of conversations', () => {
  it('reports missing comments and reviews', async () => {
    const target = new MigratedTarget();
    target.remove('5');
    target.remove('80');
    expect(await target.differences()).toEqual([
      'defect comment comment 5 of #1: is missing [write]',
      'defect review review 80 of #1: is missing [write]',
    ]);
  });

  it('leaves a torn thread to a person', async () => {
    const target = new MigratedTarget();
    target.remove('90');
    expect(await target.differences()).toEqual([
      'defect review-comment comment 90 of #1: is missing, but its replies remain',
    ]);
  });

  it('reports changed texts, and another place or thread', async () => {
    const target = new MigratedTarget();
    target.comments[0] = conversationComment('5', marked('Other', 'comment 1/5'));
    const [first] = target.reviewComments;
    if (first?.place) {
      const moved = { place: { ...first.place, path: 'b.txt' }, madeOn: null };
      target.reviewComments[0] = { ...first, ...moved };
    }
    target.reviewComments[1] = reviewComment('91', marked('Because', 'comment 1/91'), '77');
    expect(await target.differences()).toEqual([
      'defect review-comment comment 90 of #1: is at b.txt RIGHT 3; it was written at a.txt RIGHT 3',
      'defect review-comment comment 91 of #1: is in another thread',
      'defect comment comment 5 of #1: has different text [rewrite]',
    ]);
  });

  it('reports copies of comments, and never writes over a copy of a missing one', async () => {
    const target = new MigratedTarget();
    target.comments.push(conversationComment('6', marked('Thanks', 'comment 1/5')));
    expect(await target.differences()).toEqual([
      'defect comment comment 5 of #1: appears 2 times: https://github.example/c/6',
    ]);
    target.remove('5');
    expect(await target.differences()).toEqual([
      'defect comment comment 5 of #1: is missing, but has a copy: https://github.example/c/6',
    ]);
  });

  it('tells what people have written since from defects', async () => {
    const target = new MigratedTarget();
    target.comments.push(conversationComment('6', 'Hello'));
    const review = (id: string, body: string) => ({
      ...conversationComment(id, body),
      rootId: null,
    });
    target.reviews.push({ ...review('81', 'Nice'), verdict: null });
    target.reviews.push({ ...review('82', ''), verdict: 'approved' });
    // A comment of its own brings such a review.
    target.reviews.push({ ...review('83', ''), verdict: null });
    expect(await target.differences()).toEqual([
      'added-since comment comment 6 of #1: has since been added',
      'added-since review review 81 of #1: has since been added',
      'added-since review review 82 of #1: has since been added',
    ]);
  });

  it('reports a resolved thread that is open again', async () => {
    const target = new MigratedTarget();
    target.threads.set('90', false);
    expect(await target.differences()).toEqual([
      'defect thread thread of comment 90 of #1: is open again; it was resolved [threads]',
    ]);
  });
});
