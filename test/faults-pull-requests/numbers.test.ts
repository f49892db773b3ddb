import { afterEach, beforeEach, expect, it } from 'vitest';
import { openScene, type Scene } from './scene.ts';

let scene: Scene;

beforeEach(async () => {
  scene = await openScene();
});
afterEach(async () => {
  await scene[Symbol.asyncDispose]();
});

it('gives later pull requests their own numbers again after somebody else has taken one, and links to the right ones', async () => {
  const declined = { state: 'DECLINED', source: { branch: 'declined' } } as const;
  await scene.add([
    { ...declined, title: 'One' },
    { ...declined, title: 'Two' },
    { ...declined, title: 'Three', description: 'After #1 and #2.' },
    { ...declined, title: 'Five', number: 5, description: 'After #2 and #3.' },
  ]);
  let opened = 0;
  const { code } = await scene.migrate(async ({ method, path, send }) => {
    if (method !== 'POST' || !path.endsWith('/pulls')) return null;
    opened += 1;
    if (opened === 2) await send('POST', path.replace(/pulls$/, 'issues'), { title: 'By hand' });
    return null;
  });
  expect(code).toBe(0);
  expect(scene.shown().map((line) => line.split(':')[0])).toEqual([
    '#1 One',
    '#3 Two',
    '#4 Three',
    '#5 Five',
  ]);
  expect(scene.bodiesWith('After')[0]).toMatch(/After \[#1\]\(\S+\) and \[#3\]\(\S+\)\./);
  expect(scene.bodiesWith('After')[1]).toMatch(/After \[#3\]\(\S+\) and \[#4\]\(\S+\)\./);
  expect(scene.branches()).not.toContain('migrator/');
});
