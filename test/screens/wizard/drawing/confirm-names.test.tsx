import { describe, expect, it } from 'vitest';
import { keys } from '../../../helpers/drawing/render.tsx';
import { fakeSession } from '../support.ts';
import { leaveReview, showWizard } from './drawn-wizard.tsx';

describe('the names that are typed before a replacement, as drawn', () => {
  it('asks for the name of whatever is replaced, and for nothing less', async () => {
    const session = fakeSession();
    const { dryRun } = session;
    session.answers = {
      dryRun: async (request) => ({
        ...(await dryRun(request)),
        replaced: [{ owner: 'acme-gh', name: 'api' }],
      }),
    };
    const rendered = showWizard({ session });
    await leaveReview(rendered, 'Replace acme-gh/api?');
    rendered.press(`web${keys.enter}`);
    await rendered.until('That is not api');
    rendered.press(`\u0015api${keys.enter}`);
    await rendered.until('all names typed');
    rendered.press(keys.down + keys.enter);
    expect(await rendered.ended).toMatchObject({ confirmed: new Set(['acme-gh/api']) });
  });

  it('takes Enter twice for one name, and asks for the next all the same', async () => {
    const session = fakeSession();
    const { dryRun } = session;
    session.answers = {
      dryRun: async (request) => ({
        ...(await dryRun(request)),
        replaced: ['api', 'web'].map((name) => ({ owner: 'acme-gh', name })),
      }),
    };
    const rendered = showWizard({ session });
    await leaveReview(rendered, 'Replace acme-gh/api? (1 of 2)');
    rendered.press(`api${keys.enter}${keys.enter}`);
    await rendered.until('Replace acme-gh/web? (2 of 2)');
    rendered.press(keys.ctrlC);
    expect(await rendered.ended).toEqual({ kind: 'interrupted' });
  });
});
