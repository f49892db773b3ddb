import { setTimeout as pause } from 'node:timers/promises';
import type { Terminal } from '@xterm/headless';
import type { TerminalProgram } from '../../scripts/terminal/run-in-terminal.ts';
import type { Amount } from '../document/figures.ts';

const keysOfAKind = 50;
const warmUps = 5;
/** Milliseconds between the answer to a key and the next key: more than lie between two frames. */
const apart = 150;

interface Kind {
  readonly name: string;
  /** In turns. */
  readonly keys: readonly string[];
  /** Found on the one row that each of these keys changes. */
  readonly row: RegExp;
  /** Milliseconds; `apart` if left out. Sooner than the next frame it is shown for information alone. */
  readonly apart?: number;
}

const totals = / of 5,000 selected/;

const kinds: readonly Kind[] = [
  { name: 'a step down', keys: ['\u001b[B'], row: totals },
  { name: 'Space, which leaves a repository out or takes it in', keys: [' '], row: totals },
  { name: 'a letter of the filter, and its removal', keys: ['7', '\u007f'], row: totals },
  { name: 'Tab, which sorts by the next column', keys: ['\t'], row: /^\s+repository.* size/ },
  { name: 'none and all', keys: ['\u000e', '\u0001'], row: totals },
  { name: 'a step down, the key held', keys: ['\u001b[B'], row: totals, apart: 30 },
];

/** Times keys on the list of repositories, kind by kind. Milliseconds. */
export async function measureKeys(program: TerminalProgram): Promise<readonly Amount[]> {
  const amounts: Amount[] = [];
  for (const { name, keys, row, ...pace } of kinds) {
    const samples: number[] = [];
    for (let index = -warmUps * keys.length; index < keysOfAKind; index += 1) {
      const key = keys.at(index % keys.length) ?? '';
      await pause(pace.apart ?? apart);
      const before = await program.when((terminal) => rowOf(terminal, row));
      const pressedAt = performance.now();
      program.type(key);
      await program.when((terminal) => {
        const now = rowOf(terminal, row);
        return now === before ? null : now;
      });
      if (index >= 0) samples.push(performance.now() - pressedAt);
    }
    const bound = pace.apart === undefined ? 50 : null;
    amounts.push({ name, unit: 'ms', samples, bound, digits: 1, judged: 'median' });
  }
  return amounts;
}

/** The row of the screen on which this stands; `null` where there is none. */
function rowOf(terminal: Terminal, pattern: RegExp): string | null {
  const { active } = terminal.buffer;
  for (let index = 0; index < terminal.rows; index += 1) {
    const text = active.getLine(active.baseY + index)?.translateToString(true) ?? '';
    if (pattern.test(text)) return text;
  }
  return null;
}
