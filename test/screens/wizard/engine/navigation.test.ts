import { describe, expect, it } from 'vitest';
import { type Failure, MigratorError } from '../../../../src/core/kernel/errors.ts';
import { existingHint } from '../../../../src/core/migration/preflight/find-planned-targets.ts';
import { planSchema } from '../../../../src/core/plan/plan-schema.ts';
import { bodyOf } from '../../../../src/screens/wizard/engine/body.ts';
import { screenKeys } from '../../../../src/screens/wizard/engine/keys.ts';
import { migrationWizard } from '../../../../src/screens/wizard/steps.ts';
import { press } from '../../../../src/ui/keys/keymap.ts';
import { widthOf } from '../../../../src/ui/text/text-width.ts';
import { glyphsOf } from '../../../../src/ui/theme/glyphs.ts';
import { credentials, drive, driveTo } from '../drive.ts';
import { fakeSession, manyRepositories, repository, texts } from '../support.ts';

const glyphs = glyphsOf({ LANG: 'C.UTF-8' });
const refusal = new MigratorError('credentials', '401 Unauthorized', { hint: 'Another one.' });
const reviewText = (driven: Awaited<ReturnType<typeof driveTo>>, width = 119) =>
  texts(bodyOf(migrationWizard, driven.state(), { width, height: 200, glyphs }).lines).join('\n');

describe('the way through the wizard', () => {
  it('leads from found credentials to a saved plan and a run', async () => {
    const driven = await driveTo('confirmation');
    expect(driven.state().step).toBe('confirmation');
    expect([...driven.session.written.keys()]).toEqual(['acme-inventory.json', 'acme-plan.json']);
    const plan = planSchema.parse(JSON.parse(driven.session.written.get('acme-plan.json') ?? ''));
    expect(plan.target.organization).toBe('acme-gh');
    expect(plan.repositories.map(({ source }) => source)).toEqual(['api', 'web', 'web-shop']);
    expect(driven.context.preferences.read()).toMatchObject({
      workspace: 'acme',
      options: { organization: 'acme-gh' },
    });
  });

  it('asks nothing before all credentials are there, then goes to what is missing', async () => {
    const driven = await driveTo('credentials', { environment: {} });
    driven.type('jane@example.com\r');
    expect(driven.state().credentials.focus).toBe('SRC_API_TOKEN');
    driven.type('secret\r');
    expect(driven.state().credentials.focus).toBe('DST_TOKEN');
    await driven.until((state) => state.credentials.source.status === 'done');
    expect(driven.state().credentials.target.status).toBe('idle');
    driven.type('ghp\r');
    await driven.until((state) => state.credentials.target.status === 'done');
    driven.key('enter');
    expect(driven.state().step).toBe('discovery');
  });

  it('takes a whole burst of keys in its order', async () => {
    const driven = await driveTo('credentials', { environment: {} });
    driven.type('jane@example.com\rsecret\rghp_token\r');
    const { typed } = driven.state().credentials;
    expect(typed.SRC_USERNAME?.text).toBe('jane@example.com');
    expect(typed.SRC_API_TOKEN?.text).toBe('secret');
    expect(typed.DST_TOKEN?.text).toBe('ghp_token');
  });

  it('tells of wrong credentials, and goes on with right ones', async () => {
    const session = fakeSession();
    const { verifyTarget } = session;
    session.answers = {
      verifyTarget: async () => {
        throw refusal;
      },
    };
    const driven = await driveTo('credentials', { session });
    await driven.until((state) => state.credentials.target.status === 'failed');
    driven.key('enter');
    expect(driven.state().step).toBe('credentials');
    await driven.until((state) => state.credentials.target.status === 'failed');
    session.answers = { verifyTarget };
    driven.key('down', 'down');
    driven.type('right\r');
    await driven.until((state) => state.credentials.target.status === 'done');
    expect(driven.state().credentials.source.status).toBe('done');
  });

  it('keeps everything on the way back and forth', async () => {
    const driven = await driveTo('options');
    driven.key('down', 'right');
    expect(driven.state().options.values.visibility).toBe('private');
    driven.key('esc');
    expect(driven.state().step).toBe('selection');
    driven.type('shop');
    driven.key('space');
    driven.key('esc');
    expect(driven.state().selection.filter.text).toBe('');
    driven.key('esc', 'esc', 'esc');
    expect(driven.state().step).toBe('welcome');
    driven.context.enter('credentials');
    driven.key('enter', 'enter', 'enter');
    expect(driven.state().step).toBe('options');
    expect([...driven.state().selection.selected].sort()).toEqual(['api', 'web']);
    expect(driven.state().options.values.visibility).toBe('private');
  });

  it('stops what goes on when one goes back, and hears nothing more of it', async () => {
    const session = fakeSession();
    const signals: AbortSignal[] = [];
    session.answers = {
      discover: ({ signal }) => {
        signals.push(signal);
        return new Promise(() => {});
      },
    };
    const driven = await driveTo('discovery', { session });
    driven.key('enter');
    expect(driven.state().discovery.task.status).toBe('running');
    driven.key('esc');
    expect(signals[0]?.aborted).toBe(true);
    expect(driven.state().discovery.task.status).toBe('idle');
    expect(driven.state().step).toBe('discovery');
  });

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
    driven.key('down', 'down', 'down', 'down', 'down', 'down', 'down');
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
    expect(reviewText(driven)).toContain('"If it exists"');
    expect(reviewText(driven)).not.toContain('--overwrite to');
    driven.key('up', 'enter');
    expect(driven.state().step).toBe('review');
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

  it('reads the workspace again with other credentials', async () => {
    const driven = await driveTo('selection');
    driven.key('esc', 'esc', 'down');
    driven.type('other-token\r');
    await driven.until(({ credentials: { source } }) => source.status === 'done');
    expect(driven.state().discovery.task.status).toBe('idle');
    driven.key('enter', 'enter');
    await driven.until((state) => state.step === 'selection');
    expect(driven.state().selection.selected.size).toBe(3);
  });

  it('begins each run of the wizard with the answers of the last one', async () => {
    const last = { workspace: 'other', options: { organization: 'mine', lfs: 'never' } } as const;
    const driven = await driveTo('discovery', { last });
    expect(driven.state().discovery.pick.text.text).toBe('other');
    expect(driven.state().options.organization.text).toBe('mine');
  });

  it('asks before it is left, and ends at once with Ctrl+C', async () => {
    const driven = await driveTo('options');
    driven.key('ctrl+q');
    expect(driven.state().isLeaving).toBe(true);
    driven.type('x');
    driven.key('esc');
    expect(driven.state().isLeaving).toBe(false);
    expect(driven.state().step).toBe('options');
    driven.key('ctrl+c');
    expect(driven.state().outcome).toEqual({ kind: 'interrupted' });
  });

  it.each([
    { resuming: { kind: 'resume', id: 'mig_1' }, outcome: { kind: 'resume', id: 'mig_1' } },
    {
      resuming: { kind: 'sync', id: 'mig_1', hasSettings: false },
      outcome: { kind: 'sync', id: 'mig_1', includeSettings: false },
    },
  ] as const)('$resuming.kind once the credentials are good', async ({ resuming, outcome }) => {
    const driven = drive({ environment: credentials });
    driven.context.store.dispatch({ type: 'welcome', action: { type: 'resume', resuming } });
    driven.context.enter('credentials');
    await driven.until(({ credentials: { source, target } }) => {
      return source.status === 'done' && target.status === 'done';
    });
    driven.key('enter');
    expect(driven.state().outcome).toEqual(outcome);
  });
});

describe('every screen', () => {
  const steps = ['credentials', 'discovery', 'selection', 'options', 'review'] as const;
  const sizes = [
    [39, 3],
    [39, 5],
    [39, 9],
    [79, 18],
    [199, 44],
    [299, 100],
  ] as const;

  it.each(steps.flatMap((step) => sizes.map((size) => [step, ...size] as const)))(
    '%s fits into %i columns and %i rows',
    async (step, width, height) => {
      const odd = [repository('日本語'.repeat(20)), repository('evil\u001b[2J'), repository('api')];
      const driven = await driveTo(step, { session: fakeSession(odd) });
      const lines = texts(bodyOf(migrationWizard, driven.state(), { width, height, glyphs }).lines);
      expect(lines.length).toBeLessThanOrEqual(height);
      expect(Math.max(0, ...lines.map(widthOf))).toBeLessThanOrEqual(width);
      expect(lines.join('')).not.toContain('\u001b');
    },
  );
});
