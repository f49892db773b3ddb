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
  let isReviewed = false;
  const rendered = showWizard({
    onState({ review }) {
      if (isReviewed || review.task.status !== 'done') return;
      isReviewed = true;
      // The review is there, and its frame is not.
      rendered.press(keys.enter);
    },
  });
  await toOptions(rendered);
  rendered.press(keys.enter);
  await rendered.until('Ready: 3 repositories');
  expect(isReviewed).toBe(true);
  rendered.press('?');
  await rendered.until('Press Enter to open a row');
  rendered.press('\u0003');
  expect(await rendered.ended).toEqual({ kind: 'interrupted' });
});

it('answers no menu with what was typed behind the word of the question before it', async () => {
  const rendered = showWizard({ session: replacing() });
  await leaveReview(rendered, 'Replace 2 repositories?');
  rendered.press(`replace${keys.enter}${keys.down}${keys.enter}`);
  await rendered.until('replace typed');
  await rendered.until('Start the migration');
  rendered.press('\u0003');
  expect(await rendered.ended).toEqual({ kind: 'interrupted' });
});

it('drops what is typed before the first screen', async () => {
  const rendered = showWizard();
  rendered.pressNow(keys.enter);
  await rendered.until('New migration');
  rendered.press(keys.down);
  await rendered.waitFor((rows) => rows.some((row) => /^❯ (?!New migration)/.test(row)));
  expect(rendered.rows().join('\n')).toContain('New migration');
  rendered.press('\u0003');
  expect(await rendered.ended).toEqual({ kind: 'interrupted' });
});
