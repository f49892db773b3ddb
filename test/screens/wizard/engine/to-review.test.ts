import { describe, expect, it } from 'vitest';
import { type Failure, MigratorError } from '../../../../src/core/kernel/errors.ts';
import { existingHint } from '../../../../src/core/run/preflight/find-planned-targets.ts';
import { bodyOf } from '../../../../src/screens/wizard/engine/body.ts';
import { screenKeys } from '../../../../src/screens/wizard/engine/keys.ts';
import { migrationWizard } from '../../../../src/screens/wizard/steps.ts';
import { press } from '../../../../src/ui/keys/keymap.ts';
import { glyphsOf } from '../../../../src/ui/theme/glyphs.ts';
import { driveTo } from '../drive.ts';
import { fakeSession, manyRepositories, texts } from '../support.ts';

const glyphs = glyphsOf({ LANG: 'C.UTF-8' });
const reviewText = (driven: Awaited<ReturnType<typeof driveTo>>, width = 119) =>
  texts(bodyOf(migrationWizard, driven.state(), { width, height: 200, glyphs }).lines).join('\n');

describe('the way from the repositories to the review', () => {
  it('says why a key does nothing just now', async () => {
    const driven = await driveTo('selection');
    driven.key('ctrl+n');
    const size = { width: 79, height: 18 };
    const pressed = press(screenKeys(driven.wizard, size), { key: 'enter', text: '' });
    expect(pressed).toEqual({ result: 'refused', why: 'no repository selected' });
  });

  it('checks the user map before it goes on, and again once the file was corrected', async () => {
    const session = fakeSession();
    const { checkUserMap } = session;
    const missing = new MigratorError('input-file', 'The user map users.csv does not exist');
    session.answers = {
      checkUserMap: async () => {
        throw missing;
      },
    };
    const driven = await driveTo('options', { session });
    driven.key(...Array(8).fill('down'));
    expect(driven.state().options.focus).toBe('userMap');
    driven.type('users.csv\r');
    await driven.until(({ options }) => options.check.status === 'failed');
    driven.key('enter');
    expect(driven.state().step).toBe('options');
    await driven.until(({ options }) => options.check.status === 'failed');
    session.answers = { checkUserMap };
    driven.key('enter');
    await driven.until(({ options }) => options.check.status === 'done');
    expect(driven.state().step).toBe('options');
    driven.key('enter');
    expect(driven.state().step).toBe('review');
  });

  it('does not go on while problems have to be solved', async () => {
    const session = fakeSession();
    const { dryRun } = session;
    const failure: Failure = {
      code: 'target-exists',
      message: 'Repository already exists',
      hint: existingHint,
      retry: 'no',
      detail: null,
    };
    session.answers = {
      dryRun: async (request) => ({ ...(await dryRun(request)), problems: [failure] }),
    };
    const driven = await driveTo('review', { session });
    expect(reviewText(driven)).toContain('Repository already exists');
    expect(reviewText(driven)).toContain('Skip it');
    expect(reviewText(driven)).not.toContain('--overwrite to');
    expect(reviewText(driven)).not.toContain('Continue to the confirmation');
    session.answers = {};
    driven.type('r');
    await driven.until(({ review }) => review.task.status === 'done');
    driven.key('enter');
    expect(driven.state().step).toBe('confirmation');
  });

  it('saves under the same names again, and lists the repositories where nothing shorter says which', async () => {
    const session = fakeSession(manyRepositories(60));
    const driven = await driveTo('selection', { session });
    for (let turn = 0; turn < 30; turn += 1) driven.key('space', 'down', 'down');
    driven.key('enter', 'enter');
    await driven.until(({ review }) => review.task.status === 'done');
    driven.key('down', 'down', 'down', 'down', 'enter');
    expect(reviewText(driven)).toContain('--repositories acme-repositories.txt');
    const listed = session.written.get('acme-repositories.txt')?.trim().split('\n') ?? [];
    expect(listed).toHaveLength(driven.state().selection.selected.size);
    session.answers = { freePath: async () => 'another.json' };
    driven.key('esc', 'enter');
    await driven.until(({ review }) => review.task.status === 'done');
    expect(session.written.has('another.json')).toBe(false);
  });

  it('spends no request for each of many repositories without being told to', async () => {
    const asked: boolean[] = [];
    const { dryRun } = fakeSession();
    for (const count of [100, 101]) {
      const session = fakeSession(manyRepositories(count));
      session.answers = {
        dryRun(request) {
          asked.push(request.countsPullRequests);
          return dryRun(request);
        },
      };
      await driveTo('review', { session });
    }
    expect(asked).toEqual([true, false]);
  });
});
