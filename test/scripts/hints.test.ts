import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandAt } from '../../src/cli/flags/find-command.ts';
import { parseFlags } from '../../src/cli/flags/parse-flags.ts';
import { runCommandLine } from '../../src/cli/main.ts';
import { commands } from '../../src/cli/registry.ts';
import { createSqliteStore } from '../../src/core/state/sqlite/sqlite-store.ts';
import { everyString } from '../helpers/hints/every-string.ts';
import { createProgramHere } from '../helpers/program/run-here.ts';

const id = 'mig_000000000001';

/** Words after the program's name where it is the subject of a sentence, and no command. */
const verbs = new Set(
  (
    'appends at checks renames restores connects deletes disables file finds has issues judges must never repeats replaces sets stops ' +
    'supports uses verifies waits compares does cannot creates in recorded asked last'
  ).split(' '),
);

/** The command lines in a text, as a person would copy them, with values in place of what a run fills in. */
function commandsIn(text: string): readonly string[][] {
  return [...text.matchAll(/(?<![\w./-])migrator ([a-z][^`\n"]*)/g)].flatMap(([, rest = '']) => {
    const line = rest
      // A sentence may go on behind the command.
      .replace(/[.,;:)](\s.*)?$/, '')
      .replace(/ (shows|creates|lists|resumes|sets|writes|keeps|deletes|runs|where) .*/, '')
      .replace(/ \(.*|\\.*/, '')
      .replace(/ [<>] .*| > .*| &$/, '')
      .replace(/--workers \{\}|--split \{\}/, (flag) => flag.replace('{}', '2'))
      .replace(/ (writes|wrote|appears)\b.*/, '')
      .replace(/\{\}/g, id)
      .replace(/<[a-z_ -]+>/g, id);
    const words = line.trim().split(/ +/);
    return verbs.has(words[0] ?? '') ? [] : [words];
  });
}

/** Comments in a file that people edit: short for the command that has written it. */
const shortened = new Set(['secrets manifest --merge']);

const hints = everyString().flatMap(({ text, file }) =>
  commandsIn(text).map((words) => ({ file, line: words.join(' '), words })),
);
const distinct = [...new Map(hints.map((hint) => [hint.line, hint])).values()];

/** They read the state alone, and say the same wherever they are printed. */
const readingState = distinct.filter(({ words: [name, ...rest] }) => {
  const isPlain = !rest.includes('--watch') && !rest.includes('--repository');
  return name === 'status' && !rest.includes('--help') && isPlain;
});

describe('every command that a message, a hint or a help text names', () => {
  it.each(distinct)('$line ($file) is one that the program takes', async ({ words }) => {
    const found = commandAt(commands, words);
    expect(found).toBeDefined();
    if (found === undefined || words.includes('--help')) return;
    if (shortened.has(words.join(' '))) return;
    const isWhole = words.length > found.command.name.split(' ').length;
    // Named alone, a command stands for itself: `secrets scaffold` creates the environments.
    if (!isWhole) return;
    expect(() => parseFlags(found.command, found.rest)).not.toThrow();
  });

  it('are many, so that this test reads what it should', () => {
    expect(distinct.length).toBeGreaterThan(50);
    expect(readingState.length).toBeGreaterThan(2);
  });
});

describe('a hint that reads the state', () => {
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'migrator-hints-'));
    const { program } = createProgramHere(place());
    const store = createSqliteStore({ ...program, stateFolder: folder });
    await store.createMigration(
      {
        ...{ id, planDigest: 'digest', planText: '{"version":1}', settings: '{}' },
        source: { kind: 'bitbucket-cloud', workspace: 'acme-workspace' },
        target: { organization: 'acme' },
        ...{ status: 'pending', createdAt: 1000, updatedAt: 1000 },
      },
      [{ source: 'web', target: 'web' }],
    );
    await store.close();
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  function place() {
    return { environment: { MIGRATOR_STATE_DIR: folder }, temporaryFolder: tmpdir() };
  }

  it.each(readingState)('$line works', async ({ words }) => {
    const argv = words.map((word) => (word === 'last' || word.startsWith('mig_') ? id : word));
    const { program, written } = createProgramHere(place());
    expect([await runCommandLine(argv, program), written.stderr]).toEqual([0, '']);
  });
});
