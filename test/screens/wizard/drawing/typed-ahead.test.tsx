import { expect, it } from 'vitest';
import { keys } from '../../../helpers/drawing/render.tsx';
import { fakeSession } from '../support.ts';
import { leaveReview, showWizard, toOptions } from './drawn-wizard.tsx';

/** Two targets to replace, and what is typed for their names. */
function replacing() {
  const session = fakeSession();
  const { dryRun } = session;
  session.answers = {
    async dryRun(request) {
      const found = await dryRun(request);
      const replaced = ['api', 'web'].map((name) => ({ owner: 'acme-gh', name }));
      return { ...found, replaced };
    },
  };
  return session;
}

it('does not answer the next screen by Enter that is pressed twice', async () => {
  const rendered = showWizard();
  await toOptions(rendered);
  rendered.press(keys.enter + keys.enter);
  await rendered.until('3 repositories ready');
  rendered.press(keys.enter + keys.down + keys.enter);
  await rendered.until('Start the migration');
  expect(rendered.rows().join('\n')).toContain('Back to the review');
  rendered.press('\u0003');
  expect(await rendered.ended).toEqual({ kind: 'interrupted' });
});

it('types no name into a question before it is there', async () => {
  const rendered = showWizard({ session: replacing() });
  await leaveReview(rendered, 'Replace acme-gh/api?');
  rendered.press(`api${keys.enter}web${keys.enter}${keys.down}${keys.enter}`);
  await rendered.until('Replace acme-gh/web?');
  rendered.press(`x${keys.enter}`);
  await rendered.until('That is not web');
  rendered.press('\u0003');
  expect(await rendered.ended).toEqual({ kind: 'interrupted' });
});

it('drops what is typed before the first screen', async () => {
  const rendered = showWizard();
  rendered.pressNow(keys.enter);
  await rendered.until('New migration');
  rendered.press(keys.down);
  await rendered.waitFor((rows) => rows.some((row) => /^❯ (?!New migration)/.test(row)));
  rendered.press('\u0003');
  expect(await rendered.ended).toEqual({ kind: 'interrupted' });
});
