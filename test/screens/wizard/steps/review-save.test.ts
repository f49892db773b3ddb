import { describe, expect, it } from 'vitest';
import { summarizePipelines } from '../../../../src/core/pipelines/summarize.ts';
import { somePipelines } from '../../../helpers/pipelines/add-pipelines.ts';
import { driveTo } from '../drive.ts';

describe('saving the plan', () => {
  it('writes no file once Ctrl+C has ended the wizard', async () => {
    const driven = await driveTo('options');
    const { session, context } = driven;
    const written: string[] = [];
    const first = Promise.withResolvers<void>();
    const isWriting = Promise.withResolvers<void>();
    session.answers = {
      async write(path) {
        written.push(path);
        isWriting.resolve();
        await first.promise;
      },
    };
    driven.key('enter');
    await isWriting.promise;
    context.end({ kind: 'interrupted' });
    first.resolve();
    // What follows a write takes fewer turns than this.
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
    expect(written).toHaveLength(1);
    expect(driven.state().review.saved).toBeNull();
  });

  it('plans pipelines where the options convert them', async () => {
    const pipelines = summarizePipelines(somePipelines);
    const asked: string[] = [];
    const driven = await driveTo('options', {
      last: { workspace: 'acme', options: { convertPipelines: true } },
    });
    driven.session.answers = {
      async readPipelines({ repositories }) {
        asked.push(...repositories.map(({ slug }) => slug));
        return { facts: new Map([['api', { pipelines }]]), failed: [] };
      },
    };
    driven.key('enter');
    await driven.until(({ review }) => review.saved !== null);
    const { repositories } = driven.state().review.saved?.plan ?? {};
    expect(asked).toEqual(['api', 'web', 'web-shop']);
    expect(repositories?.map((one) => one.pipelines?.action)).toEqual([
      'convert',
      undefined,
      undefined,
    ]);
  });
});
