import { describe, expect, it } from 'vitest';
import { MigratorError } from '../../../../src/core/kernel/errors.ts';
import { planSchema } from '../../../../src/core/plan/plan-schema.ts';
import { credentials, drive, driveTo } from '../drive.ts';
import { fakeSession } from '../support.ts';

const refusal = new MigratorError('credentials', '401 Unauthorized', { hint: 'Another one.' });

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
    driven.key('down', 'down');
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
    driven.key('down', 'down');
    driven.type('jane@example.com\rsecret\rghp_token\r');
    const { typed } = driven.state().credentials;
    expect(typed.SRC_USERNAME?.text).toBe('jane@example.com');
    expect(typed.SRC_API_TOKEN?.text).toBe('secret');
    expect(typed.DST_TOKEN?.text).toBe('ghp_token');
  });

  it('reports wrong credentials, and continues with right ones', async () => {
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
    driven.type('right@example.com\r');
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

  it('reads the workspace again with other credentials', async () => {
    const driven = await driveTo('selection');
    driven.key('esc', 'esc', 'down', 'down', 'down');
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
