import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { areaOf, commandsIn, elsewhere, hintsWithCommands } from '../helpers/hints/areas.ts';

const root = join(import.meta.dirname, '../..');

describe('a hint that names a command', () => {
  const hints = hintsWithCommands();

  it('has a test that runs the command on the state it was printed for', () => {
    const untested = hints
      .filter(({ file }) => areaOf(file) === null && elsewhere[file] === undefined)
      .map(({ file, line, text }) => `${file}:${line} ${text}`);
    expect(untested).toEqual([]);
    const areas = new Set(hints.flatMap(({ file }) => areaOf(file) ?? []));
    for (const area of areas) {
      expect(existsSync(join(root, `test/program/hints/${area}.test.ts`)), area).toBe(true);
    }
    for (const test of Object.values(elsewhere)) expect(existsSync(join(root, test))).toBe(true);
  });

  it('is found in many files, so that this test reads what it should', () => {
    expect(new Set(hints.map(({ file }) => file)).size).toBeGreaterThan(30);
    const without = Object.keys(elsewhere).filter((one) => !hints.some(({ file }) => file === one));
    expect(without).toEqual([]);
  });
});

describe('commandsIn', () => {
  it.each([
    ['Watch it with: migrator status --migration {} --watch', ['status --migration {} --watch']],
    ['Run `migrator doctor --plan <file>`; the plan names the rest.', ['doctor --plan <file>']],
    ['Set both, then run `migrator secrets cleanup`.', ['secrets cleanup']],
    ['{}See migrator {}--help.', ['{}--help']],
    ['Use that version (`migrator status` shows it), or not.', ['status']],
    ['migrator deletes nothing. By hand: delete it.', []],
    ['a made-up/migrator status', []],
  ])('finds in %j: %j', (text, commands) => {
    expect(commandsIn(text).map((words) => words.join(' '))).toEqual(commands);
  });
});
