import { appendFileSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  openShapeNotes,
  readShapes,
  shapesFolder,
} from '../../../../src/core/state/shapes/shape-file.ts';

const note = { deviation: 'unknown-field', route: 'GET /user', place: '', sent: 'text' } as const;
let stateFolder: string;

beforeEach(async () => {
  stateFolder = await mkdtemp(join(tmpdir(), 'shapes-'));
});

afterEach(() => rm(stateFolder, { recursive: true, force: true }));

const open = (host = 'api.bitbucket.org') =>
  openShapeNotes({ stateFolder, source: 'bitbucket-cloud', host });

function paths(): readonly string[] {
  return readdirSync(shapesFolder(stateFolder)).map((name) =>
    join(shapesFolder(stateFolder), name),
  );
}

const only = () => readFileSync(paths()[0] ?? '', 'utf8');

describe('notes of what a source sent', () => {
  it('are kept once, over runs and processes at the same time', () => {
    const [one, other] = [open(), open()];
    one.note(note, 'first');
    other.note(note, 'first');
    other.note(note, 'second');
    one.note(note, 'second');
    open().note(note, 'second');
    expect(paths()).toHaveLength(1);
    const stored = readShapes(paths()[0] ?? '');
    expect(stored?.notes).toHaveLength(2);
    expect(stored?.source).toBe('bitbucket-cloud');
  });

  it('hold no name of the source, not even of the host, and are for their owner alone', () => {
    open('git.secret.example').note(note, 'secret');
    expect(only()).not.toContain('secret');
    expect(paths()[0]).not.toContain('secret');
    expect(statSync(paths()[0] ?? '').mode & 0o777).toBe(0o600);
  });

  it('are apart for each host', () => {
    open('one.example').note(note);
    open('two.example').note(note);
    expect(paths()).toHaveLength(2);
  });

  it('touch no disk while nothing differs', () => {
    open();
    expect(() => readdirSync(shapesFolder(stateFolder))).toThrow('ENOENT');
  });

  it('end at 500, however much a host sends', () => {
    const notes = open();
    for (let index = 0; index < 5000; index += 1) notes.note(note, `name ${index}`);
    expect(readShapes(paths()[0] ?? '')?.notes).toHaveLength(500);
    open().note(note, 'another');
    expect(only().trim().split('\n')).toHaveLength(501);
  });

  it('are read up to a line that was cut off, and past one that is none of ours', () => {
    open().note(note, 'first');
    appendFileSync(paths()[0] ?? '', '{"deviation": "other"}\n[]\n');
    open().note(note, 'second');
    appendFileSync(paths()[0] ?? '', '{"deviation": "unk');
    expect(readShapes(paths()[0] ?? '')?.notes).toHaveLength(2);
  });

  it('end no run where they cannot be written', async () => {
    await writeFile(shapesFolder(stateFolder), 'a file');
    const notes = open();
    expect(() => {
      notes.note(note, 'first');
      notes.note(note, 'second');
    }).not.toThrow();
  });
});
