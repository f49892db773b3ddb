import { expect, it } from 'vitest';
import { neutralScreen } from '../../../scripts/pictures/neutral.ts';
import { textOf } from '../../../scripts/pictures/screen.ts';
import { drawn } from './drawn.ts';

it.each([
  [
    '\u8868 Saved /tmp/migrator-sandbox-5bce98-4242-aB3_-x/plan.json  and more',
    '\u8868 Saved /tmp/migrator-sandbox-000000-0000-0000-0/plan.json  and more',
  ],
  ['cut /tmp/migrator-sandbox-5bc', 'cut /tmp/migrator-sandbox-000'],
  [
    'saved /dev/shm/migrator-tests-Q3aK7G/demo-wHgLCP/acm\u2026',
    'saved /tmp/demo/acme-workspace-plan.json',
  ],
  ['http://127.0.0.1:38121/acme/web', 'http://127.0.0.1:43210/acme/web'],
  ['Completed  mig_mwsxhmoh7ywq  1.2s', 'Completed  mig_m4xk2p9qa7c1  1.2s'],
])(
  'neutralScreen hides what tells the machine and the run, and moves nothing: %s',
  async (text, shown) => {
    const screen = neutralScreen(await drawn(text, { columns: 80, rows: 1 }));
    expect(screen.map(textOf)).toEqual([shown]);
  },
);
