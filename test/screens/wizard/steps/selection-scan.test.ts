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
