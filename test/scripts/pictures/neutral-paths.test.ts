import { expect, it } from 'vitest';
import { withNeutralPaths } from '../../../scripts/pictures/neutral-paths.ts';
import { textOf } from '../../../scripts/pictures/screen.ts';
import { drawn } from './drawn.ts';

it('hides what tells the machine in the path of the sandbox, and moves nothing', async () => {
  const text = '\u8868 Saved /tmp/migrator-sandbox-5bce98-4242-aB3_-x/plan.json  and more';
  const screen = withNeutralPaths(await drawn(text, { columns: 80, rows: 1 }));
  expect(screen.map(textOf)).toEqual([
    '\u8868 Saved /tmp/migrator-sandbox-000000-0000-0000-0/plan.json  and more',
  ]);
});

it('hides as much of a path as is seen', async () => {
  const screen = withNeutralPaths(
    await drawn('/tmp/migrator-sandbox-5bc', { columns: 25, rows: 1 }),
  );
  expect(screen.map(textOf)).toEqual(['/tmp/migrator-sandbox-000']);
});
