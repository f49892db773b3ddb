import { expect, it } from 'vitest';
import { noErrands } from '../../../../src/screens/gallery/sample/drive-wizard.ts';
import { createWizard } from '../../../../src/screens/wizard/engine/create-wizard.ts';
import { memoryPreferences } from '../../../../src/screens/wizard/engine/preferences.ts';
import { promptWizard } from '../../../../src/screens/wizard/engine/prompts.ts';
import { migrationWizard } from '../../../../src/screens/wizard/steps.ts';
import { credentials } from '../drive.ts';
import { type FakeSession, fakeSession } from '../support.ts';

/** Answers one question after the other, and then ends the input. */
async function talk(answers: readonly string[], session: FakeSession = fakeSession()) {
  const wizard = createWizard(migrationWizard, {
    errands: noErrands,
    session: () => session,
    preferences: memoryPreferences(),
    environment: credentials,
    config: undefined,
    isDemo: false,
  });
  const open = [...answers];
  let said = '';
  const outcome = await promptWizard({
    wizard,
    async ask(question) {
      said += question;
      return open.shift() ?? null;
    },
    write(text) {
      said += text;
    },
  });
  return { outcome, said };
}

const toReview = ['1', 'acme', '', '1'];

it('does not offer a workspace again that it could not read', async () => {
  const session = fakeSession();
  const { discover } = session;
  session.answers = {
    async discover(request) {
      if (request.workspace === 'typo') throw new Error('no such workspace');
      return discover(request);
    },
  };
  const { outcome, said } = await talk(['1', 'typo', ''], session);
  expect(said).not.toContain('[typo]');
  expect(said).toContain('3 of 3 repositories selected.');
  expect(outcome).toEqual({ kind: 'left', saved: null });
});

it('says so where the word that replaces was typed wrongly, and starts nothing', async () => {
  const session = fakeSession();
  const { dryRun } = session;
  session.answers = {
    dryRun: async (request) => ({
      ...(await dryRun(request)),
      replaced: [{ owner: 'acme-gh', name: 'api' }],
    }),
  };
  const { outcome, said } = await talk([...toReview, '3', 'replac'], session);
  expect(said).toContain('Not confirmed: nothing was replaced.');
  expect(outcome.kind).toBe('left');
});

it('offers no start where there is nothing to do', async () => {
  const session = fakeSession();
  session.answers = { dryRun: async () => ({ result: null, problems: [], replaced: [] }) };
  const { outcome, said } = await talk([...toReview, '3'], session);
  expect(said).toContain('Nothing to do.');
  expect(said).toContain('There is no number 3.');
  expect(outcome.kind).toBe('left');
});
