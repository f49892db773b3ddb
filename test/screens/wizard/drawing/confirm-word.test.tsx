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
});
