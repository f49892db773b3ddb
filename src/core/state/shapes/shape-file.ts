import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { appendFileSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { makeFolder } from '../../kernel/files/make-folder.ts';
import { type SourceKind, sourceKinds } from '../../ports/records/repository.ts';
import {
  type ShapeNote,
  type ShapeNotes,
  shapeDeviations,
} from '../../ports/records/shape-notes.ts';

/** Where the notes are, a file for each source host. */
export function shapesFolder(stateFolder: string): string {
  return join(stateFolder, 'shapes');
}

const headerSchema = z.object({
  version: z.literal(1),
  source: z.enum(sourceKinds),
  /** Of the digests in this file, which reveal nothing without it. */
  key: z.string().regex(/^[0-9a-f]{64}$/),
});

const short = z.string().max(500);
const noteSchema = z.object({
  deviation: z.enum(shapeDeviations),
  route: short,
  place: short,
  sent: short,
  /** Digest of a name or value that the source made up. */
  name: z
    .string()
    .regex(/^[0-9a-f]{32}$/)
    .optional(),
});

type StoredNote = z.infer<typeof noteSchema>;
export interface StoredShapes extends z.infer<typeof headerSchema> {
  readonly notes: readonly StoredNote[];
}

/** More of one host has no meaning to anybody, and a hostile host sends without end. */
const mostNotes = 500;

/** A digest that tells two names apart, and nothing else without its key. */
export function digestOf(key: string, name: string): string {
  return createHmac('sha256', key).update(name).digest('hex').slice(0, 32);
}

/**
 * Notes of one host, added to those of earlier runs and of other processes. A file is written once there is something to note;
 * one that cannot be written is left alone, since a migration does not depend on it.
 * @param options.host tells files apart; the file does not name it
 */
export function openShapeNotes(options: {
  readonly stateFolder: string;
  readonly source: SourceKind;
  readonly host: string;
}): ShapeNotes {
  const { source, host } = options;
  const folder = shapesFolder(options.stateFolder);
  const path = join(folder, `${source}-${digestOf('shapes', host).slice(0, 12)}.jsonl`);
  let known: { readonly key: string; readonly lines: Set<string> } | null = null;

  function open() {
    makeFolder(folder);
    const stored = readShapes(path) ?? create(path, source);
    const lines = stored.notes.map((note) => JSON.stringify(note));
    return { key: stored.key, lines: new Set(lines) };
  }

  return {
    note({ deviation, route, place, sent }: ShapeNote, name?: string) {
      try {
        known ??= open();
        const { key, lines } = known;
        if (lines.size >= mostNotes) return;
        const digest = name === undefined ? {} : { name: digestOf(key, name) };
        const line = JSON.stringify({ deviation, route, place, sent, ...digest });
        if (lines.has(line) || line.length > 2000) return;
        lines.add(line);
        appendFileSync(path, `${line}\n`);
      } catch {
        known ??= { key: randomBytes(32).toString('hex'), lines: new Set() };
      }
    },
  };
}

/** Whole or not at all: another process may be at it. */
function create(path: string, source: SourceKind): StoredShapes {
  const header = { version: 1, source, key: randomBytes(32).toString('hex') } as const;
  const temporary = `${path}.${randomUUID().slice(0, 8)}.tmp`;
  writeFileSync(temporary, `${JSON.stringify(header)}\n`, { flag: 'wx', mode: 0o600 });
  try {
    linkSync(temporary, path);
    return { ...header, notes: [] };
  } catch (error) {
    const there = readShapes(path);
    if (there === null) throw error;
    return there;
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** `null` where there is no such file, or another one. Lines that were cut off are left out. */
export function readShapes(path: string): StoredShapes | null {
  const [first, ...rest] = linesOf(path).map(parseJson);
  const header = headerSchema.safeParse(first);
  if (!header.success) return null;
  const notes = new Map<string, StoredNote>();
  for (const line of rest) {
    const note = noteSchema.safeParse(line);
    if (note.success) notes.set(JSON.stringify(note.data), note.data);
  }
  return { ...header.data, notes: [...notes.values()] };
}

function linesOf(path: string): readonly string[] {
  try {
    return readFileSync(path, 'utf8').split('\n');
  } catch {
    return [];
  }
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
