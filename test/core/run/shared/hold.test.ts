import { describe, expect, it } from 'vitest';
import { createScoped } from '../../../../src/core/kernel/async/scoped.ts';
import {
  ClaimLost,
  type ClaimWriter,
  claimMilliseconds,
  type SharedRuns,
} from '../../../../src/core/ports/state/shared-run.ts';
import type { Store } from '../../../../src/core/ports/store.ts';
import type { WriteLease } from '../../../../src/core/replica/context/write-guard.ts';
import { withClaim } from '../../../../src/core/run/control/with-claim.ts';
import { followHold } from '../../../../src/core/run/shared/work-on-runs.ts';
import { createRunController } from '../../../../src/core/work/pausing/run-controller.ts';
import { createHandClock, settled } from '../../clocks.ts';

/** A claim whose renewals say what a person wants. */
function claimed() {
  const clock = createHandClock();
  const state = { isPaused: false, isSkipped: false, isLost: false };
  const released: string[] = [];
  const writer = {
    async checkLease() {
      if (state.isLost) throw new ClaimLost('mig_1', 'ant');
    },
    async renew() {
      await writer.checkLease();
      return state;
    },
    async release() {
      released.push('ant');
    },
  };
  const runs = { claim: async () => writer as unknown as ClaimWriter } as unknown as SharedRuns;
  const services = {
    store: {} as Store,
    process: { pid: 1, hostname: 'here' },
    clock,
    lease: createScoped<WriteLease>(),
  };
  const claim = { services, runs, migration: 'mig_1', run: 'run', source: 'ant' };
  return { clock, state, released, claim, lease: services.lease };
}

const { signal: drain } = new AbortController();

describe('a worker', () => {
  it('holds while a person holds the run elsewhere, and goes on with it', async () => {
    const { clock, state, claim } = claimed();
    const { pauseGate, controls } = createRunController({ clock, drain, emit: () => {} });
    const seen: boolean[] = [];
    await withClaim({ ...claim, onHeld: followHold(controls) }, async () => {
      for (const isHeld of [true, false]) {
        state.isPaused = isHeld;
        await settled();
        await clock.pass(claimMilliseconds / 4);
        seen.push(pauseGate.isClosed());
      }
    });
    expect(seen).toEqual([true, false]);
  });

  it('stops a repository that a person skips elsewhere', async () => {
    const { clock, state, claim } = claimed();
    await withClaim(claim, async ({ skip, lost }) => {
      state.isSkipped = true;
      await settled();
      await clock.pass(claimMilliseconds / 4);
      expect([skip.aborted, lost.aborted]).toEqual([true, false]);
    });
  });

  it('leaves a repository to the process that has taken it over, whatever it was doing', async () => {
    const { state, claim, released, lease } = claimed();
    const ended = await withClaim(claim, async () => {
      state.isLost = true;
      await lease.get()?.check();
    });
    expect(ended).toBe('elsewhere');
    expect(released).toEqual([]);
  });

  it('lets a repository go with what went wrong, where it is still its own', async () => {
    const { claim, released } = claimed();
    const failing = withClaim(claim, () => Promise.reject(new Error('broken')));
    await expect(failing).rejects.toThrow('broken');
    expect(released).toEqual(['ant']);
  });
});
