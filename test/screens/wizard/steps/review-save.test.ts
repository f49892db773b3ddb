import { describe, expect, it } from 'vitest';
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
});
