import { describe, expect, it } from 'vitest';
import { moment } from '../../../scripts/pictures/moment.ts';

const frame = [
  '3 of 13  ✓ 3 done  ❯ 4 running  ∙ 6 queued',
  '127.0.0.1:1  ▌░░  66 of 1,000 requests an hour, more at 18:42',
  '❯ ⠴ device-firmware  push  ███▌  44 of 51 objects',
  '  ⠴ checkout-web     push  ████  7 of 7 objects',
  'p pause  q quit',
];

describe('moment', () => {
  it('prefers bars that are on their way to bars that are full', () => {
    const full = frame.map((row) => row.replace('███▌', '████'));
    expect(moment(frame)).toBeGreaterThan(moment(full));
  });

  it('prefers bars to none, and takes no budget for one', () => {
    const none = frame.filter((row) => !/push/.test(row));
    const noBudget = none.filter((row) => !/an hour/.test(row));
    expect(moment(frame)).toBeGreaterThan(moment(none));
    expect(moment(none)).toBe(moment(noBudget));
  });

  it('takes nothing for a dashboard that lacks its keys, or on which nothing runs any more', () => {
    expect(moment(frame.slice(0, -1))).toBe(0);
    expect(moment(['13 of 13  ✓ 13 done', 'p pause'])).toBe(0);
  });
});
