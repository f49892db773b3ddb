import { describe, expect, it } from 'vitest';
import { keys } from '../../../helpers/drawing/render.tsx';
import { fakeSession } from '../support.ts';
import { leaveReview, showWizard } from './drawn-wizard.tsx';

describe('the word that is typed before a replacement, as drawn', () => {
  it('asks for the word once, whatever is replaced, and for nothing less', async () => {
    const session = fakeSession();
    const { dryRun } = session;
    session.answers = {
      dryRun: async (request) => ({
        ...(await dryRun(request)),
        replaced: ['api', 'web'].map((name) => ({ owner: 'acme-gh', name })),
      }),
    };
    const rendered = showWizard({ session });
    await leaveReview(rendered, 'Replace 2 repositories?');
    rendered.press(`yes${keys.enter}`);
    await rendered.until('That is not replace');
    rendered.press(`\u0015replace${keys.enter}`);
    await rendered.until('replace typed');
    rendered.press(keys.down + keys.enter);
    expect(await rendered.ended).toMatchObject({
      confirmed: new Set(['acme-gh/api', 'acme-gh/web']),
    });
  });

  it('asks for another word before commits get new hashes, and shows what changes', async () => {
    const session = fakeSession();
    const { dryRun } = session;
    const figures = {
      ...{ limit: 1, commits: 3, file_count: 1, lfs_bytes: 2e9, signatures: 4, pull_requests: 5 },
      files: [{ path: 'big.bin', bytes: 2e9 }],
    };
    session.answers = {
      async dryRun(request) {
        const found = await dryRun(request);
        const [first, ...others] = found.result?.repositories ?? [];
        if (found.result === null || first === undefined) throw new TypeError('nothing to do');
        const rewritten = { ...first, largeFiles: { isConfirmed: false, figures } };
        const result = { ...found.result, repositories: [rewritten, ...others] };
        return { ...found, result, replaced: [{ owner: 'acme-gh', name: 'api' }] };
      },
    };
    const rendered = showWizard({ session });
    await leaveReview(rendered, 'Replace 1 repository?');
    rendered.press(`replace${keys.enter}`);
    await rendered.until('Rewrite the history of 1 repository?');
    await rendered.until('3 commits get new hashes');
    await rendered.until('4 signatures are lost');
    rendered.press(`rewrite${keys.enter}`);
    await rendered.until('rewrite typed');
    rendered.press(keys.down + keys.enter);
    const outcome = await rendered.ended;
    expect(outcome).toMatchObject({ kind: 'migrate', rewritten: [expect.any(String)] });
  });
});
