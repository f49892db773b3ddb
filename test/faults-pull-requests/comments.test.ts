import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openHostBetween } from './host-between.ts';
import { openScene, type Scene } from './scene.ts';

let scene: Scene;

beforeEach(async () => {
  scene = await openScene();
});
afterEach(async () => {
  await scene[Symbol.asyncDispose]();
});

const about = (line: number) => ({
  text: `About line ${line}.`,
  inline: { path: 'e.txt', to: line },
});

async function addCommented(): Promise<void> {
  const comments = [1, 2, 3].map(about);
  await scene.add([{ title: 'Add e', source: { branch: 'topic' }, conversation: { comments } }]);
}

describe('comments of pull requests', () => {
  it('are written once although a review fails after some of them, and is itself not there', async () => {
    await addCommented();
    let failed = false;
    const { code } = await scene.migrate(async ({ method, path, body, send }) => {
      if (failed || method !== 'POST' || !path.endsWith('/reviews')) return null;
      failed = true;
      const review = body as { commit_id: string; comments: object[] };
      for (const comment of review.comments.slice(0, 2))
        await send('POST', path.replace(/reviews$/, 'comments'), {
          ...comment,
          commit_id: review.commit_id,
        });
      return { status: 502, body: { message: 'Server Error' } };
    });
    expect(failed).toBe(true);
    expect(code).toBe(0);
    for (const line of [1, 2, 3]) expect(scene.bodiesWith(`About line ${line}.`)).toHaveLength(1);
  });

  it('of a review are written once although they are listed later than the settle time', async () => {
    scene.place.sandbox.github.rules.visibleAfterMs = 2500;
    scene.place.write('migrator.yaml', 'network:\n  settle_seconds: 0.5\n');
    await addCommented();
    const { code } = await scene.migrate();
    expect(code).toBe(0);
    for (const line of [1, 2, 3]) expect(scene.bodiesWith(`About line ${line}.`)).toHaveLength(1);
  });

  it('that go to their file because the line is refused are no failure', async () => {
    await addCommented();
    const { code, stdout } = await scene.migrate(({ method, body }) => {
      const asked = body as { line?: number; comments?: { line: number }[] } | undefined;
      const lines = [asked?.line, ...(asked?.comments ?? []).map(({ line }) => line)];
      return method === 'POST' && lines.includes(2)
        ? {
            status: 422,
            body: {
              message: 'Unprocessable Entity',
              errors: ['Pull request review thread line must be part of the diff'],
            },
          }
        : null;
    });
    expect(stdout).toContain('1 done');
    expect(code).toBe(0);
    for (const line of [1, 2, 3]) expect(scene.bodiesWith(`About line ${line}.`)).toHaveLength(1);
    const status = await scene.place.run(['status', '--list']);
    const [id = ''] = /mig_\w+/.exec(status.stdout) ?? [];
    const told = await scene.place.run(['status', '--migration', id, '--repository', 'web']);
    expect(told.stdout).toContain('1 comment refused at its position');
  });

  it('are written once where an answer is lost long after the request was meant to be sent', async () => {
    scene.place.sandbox.github.rules.visibleAfterMs = 700;
    scene.place.write('migrator.yaml', 'network:\n  settle_seconds: 1\n');
    await scene.add([
      {
        title: 'Add e',
        source: { branch: 'topic' },
        conversation: { comments: [{ text: 'Only once.' }] },
      },
    ]);
    let asked = 0;
    const { code } = await scene.migrate(({ method, path }) => {
      if (method !== 'POST' || !/issues\/\d+\/comments$/.test(path)) return null;
      asked += 1;
      if (asked > 2) return null;
      if (asked === 2) return 'lost';
      return {
        status: 403,
        headers: { 'retry-after': '2' },
        body: { message: 'You have exceeded a secondary rate limit.' },
      };
    });
    expect(asked).toBe(2);
    expect(code).toBe(0);
    expect(scene.bodiesWith('Only once.')).toHaveLength(1);
  });
});

describe('comments that the source does not count', () => {
  it('come over although the list of pull requests counts none', async () => {
    const { environment } = scene.place.sandbox;
    await addCommented();
    await using between = await openHostBetween(environment.SRC_API_URL, async (passing) => {
      if (!/\/pullrequests\?/.test(passing.path)) return null;
      const reply = await passing.send(passing.method, passing.path);
      const { values } = reply.body as { values: object[] };
      const uncounted = values.map((one) => ({ ...one, comment_count: 0 }));
      return { ...reply, body: { ...(reply.body as object), values: uncounted } };
    });
    const { code } = await scene.place.run(['migrate', '--plan', 'plan.json'], {
      SRC_API_URL: between.url,
    });
    expect(code).toBe(0);
    for (const line of [1, 2, 3]) expect(scene.bodiesWith(`About line ${line}.`)).toHaveLength(1);
  });
});
