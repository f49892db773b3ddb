import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Candidate,
  chooseCredential,
} from '../../../../../src/core/hosts/shared/credentials/choose-credential.ts';

const now = 1_000_000;

const candidate: fc.Arbitrary<Candidate> = fc.record({
  left: fc.oneof(fc.nat({ max: 1000 }), fc.constant(Number.POSITIVE_INFINITY)),
  freeAt: fc.oneof(fc.constant(now), fc.integer({ min: now - 5000, max: now + 5000 })),
  inFlight: fc.nat({ max: 20 }),
});
const candidates = fc.array(candidate, { minLength: 1, maxLength: 8 });

describe('chooseCredential', () => {
  it('takes none that has to wait while another is free', () => {
    fc.assert(
      fc.property(candidates, (all) => {
        const { freeAt } = chooseCredential(all, now);
        const first = Math.min(...all.map((one) => one.freeAt));
        expect(freeAt).toBeLessThanOrEqual(Math.max(now, first));
      }),
    );
  });

  it('takes the one with the most left of those that are free, by fewest requests on the way among equals', () => {
    fc.assert(
      fc.property(candidates, (all) => {
        const chosen = chooseCredential(all, now);
        const free = all.filter((one) => one.freeAt <= now);
        if (free.length === 0) return;
        const most = free.filter((one) => one.left === Math.max(...free.map(({ left }) => left)));
        expect(most).toContain(chosen);
        expect(chosen.inFlight).toBe(Math.min(...most.map(({ inFlight }) => inFlight)));
      }),
    );
  });

  it('uses up the allowances of all before any request waits, whatever they are', () => {
    const allowances = fc.array(fc.nat({ max: 30 }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(allowances, (given) => {
        const left = [...given];
        const total = left.reduce((sum, one) => sum + one, 0);
        for (let sent = 0; sent < total; sent += 1) {
          const all = left.map((one, index) => {
            return { left: one, freeAt: one > 0 ? now : now + 1000, inFlight: 0, index };
          });
          const { index } = chooseCredential(all, now);
          expect(left[index]).toBeGreaterThan(0);
          left[index] = (left[index] ?? 0) - 1;
        }
      }),
    );
  });
});
