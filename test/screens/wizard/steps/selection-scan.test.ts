import { describe, expect, it } from 'vitest';
import type { DeepScanResult } from '../../../../src/core/discovery/deep-scan/deep-scan.ts';
import type { TimedEvent } from '../../../../src/core/ports/records/events.ts';
import type { WizardSession } from '../../../../src/core/wizard/session/session.ts';
import { driveTo } from '../drive.ts';
import { type FakeSession, fakeSession } from '../support.ts';

const counted: DeepScanResult = {
  facts: new Map(
    ['api', 'web', 'web-shop'].map((slug) => [slug, { pull_requests: { open: 1, merged: 2 } }]),
  ),
  people: [],
  refused: [],
};

function costing(requests: number, deepScan: WizardSession['deepScan']): FakeSession {
  const session = fakeSession();
  session.answers = {
    deepScanCost: async () => ({ pullRequests: null, requests, accuracy: 'at-least' }),
    deepScan,
  };
  return session;
}

describe('the deep scan', () => {
  it('starts by itself below 100 requests, while the list stays usable', async () => {
    const answer = Promise.withResolvers<DeepScanResult>();
    const session = costing(99, () => answer.promise);
    const driven = await driveTo('selection', { session });
    await driven.until(({ selection }) => selection.scan.status === 'running');
    driven.key('space');
    expect(driven.state().selection.selected.size).toBe(2);
    answer.resolve(counted);
    await driven.until(({ selection }) => selection.facts.size === 3);
    expect(driven.state().selection.selected.size).toBe(2);
    driven.key('enter');
    expect(driven.state().step).toBe('options');
  });

  it('is waited for by the check of a user map, which needs its people', async () => {
    const answer = Promise.withResolvers<DeepScanResult>();
    const session = costing(6, () => answer.promise);
    const ada = {
      ...{ id: 'ada', accountId: null, username: null, nickname: null },
      displayName: 'Ada',
      kind: 'user',
    } as const;
    const checked: (readonly string[])[] = [];
    session.answers = {
      ...session.answers,
      checkUserMap: async ({ people }) => {
        checked.push(people.map(({ person }) => person.id));
        return { rows: 1, mapped: 1, unknown: [], unmatched: [], unused: '', seen: people.length };
      },
    };
    const last = { workspace: 'acme', options: { userMap: 'users.csv' } };
    const driven = await driveTo('selection', { session, last });
    await driven.until(({ selection }) => selection.scan.status === 'running');
    driven.key('enter');
    driven.key('enter');
    expect(driven.state().options.check.status).toBe('running');
    expect(checked).toEqual([]);
    answer.resolve({ ...counted, people: [{ person: ada, times: 3 }] });
    await driven.until(({ options }) => options.check.status === 'done');
    expect(checked).toEqual([['ada']]);
  });

  it('is offered with its cost from 100 requests on', async () => {
    const session = costing(100, () => Promise.reject(new Error('nobody asked for a scan')));
    const driven = await driveTo('selection', { session });
    await driven.until(({ selection }) => selection.cost !== null);
    expect(driven.state().selection.scan.status).toBe('idle');
    driven.key('ctrl+d');
    await driven.until(({ selection }) => selection.offer?.status === 'done');
  });

  it('ends and is offered where it turns out to be dear', async () => {
    const signals: AbortSignal[] = [];
    const session = costing(6, ({ signal }) => {
      signals.push(signal);
      return new Promise(() => {});
    });
    const driven = await driveTo('selection', { session });
    await driven.until(({ selection }) => selection.scan.status === 'running');
    const planned: TimedEvent = {
      type: 'deep-look-planned',
      at: 0,
      repositories: 3,
      known: 0,
      pullRequests: 9000,
      requests: 180,
      accuracy: 'exact',
    };
    for (const step of driven.wizard.definition.steps) step.onEvent?.(driven.context, planned);
    expect(signals[0]?.aborted).toBe(true);
    expect(driven.state().selection.scan.status).toBe('idle');
    expect(driven.state().selection.cost?.requests).toBe(180);
  });

  it('does not start again for what is counted', async () => {
    let scans = 0;
    const session = costing(6, async () => {
      scans += 1;
      return counted;
    });
    const driven = await driveTo('selection', { session });
    await driven.until(({ selection }) => selection.facts.size === 3);
    driven.key('esc', 'enter');
    expect(driven.state().step).toBe('selection');
    expect(scans).toBe(1);
  });
});
