import { expect, it } from 'vitest';
import { createTerminalTitle } from '../../../src/ui/terminal/terminal-title.ts';

function title() {
  const written: string[] = [];
  return { written, ...createTerminalTitle((text) => void written.push(text)) };
}

it('saves the title once, sets each new one once, and restores the first', () => {
  const { set, restore, written } = title();
  for (const text of ['migrator 1%', 'migrator 1%', 'migrator 2%']) set(text);
  restore();
  restore();
  expect(written).toEqual([
    '\u001b[22;2t\u001b]2;migrator 1%\u0007',
    '\u001b]2;migrator 2%\u0007',
    '\u001b[23;2t',
  ]);
});

it('writes nothing for a title that was never set', () => {
  const { restore, written } = title();
  restore();
  expect(written).toEqual([]);
});

it('lets no control character end the title', () => {
  const { set, written } = title();
  set('a\u0007\u001b[2Jb');
  expect(written).toEqual(['\u001b[22;2t\u001b]2;a[2Jb\u0007']);
});
