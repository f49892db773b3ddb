import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { shapeDeviations } from '../../ports/records/shape-notes.ts';
import {
  digestOf,
  readShapes,
  type StoredShapes,
  shapesFolder,
} from '../../state/shapes/shape-file.ts';

/** Returns what all source hosts sent other than expected. Nothing of it where the folder is not there. */
export function storedShapes(stateFolder: string): readonly StoredShapes[] {
  const folder = shapesFolder(stateFolder);
  const names = namesIn(folder).filter((name) => name.endsWith('.jsonl'));
  return names.flatMap((name) => readShapes(join(folder, name)) ?? []);
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}

/**
 * The text of a file for a bug report: names that Atlassian publishes, and digests of all others. Their key is made for
 * this text and kept nowhere, so that nobody can try names against them.
 */
export async function shapeReport(
  stored: readonly StoredShapes[],
  version: string,
): Promise<{ readonly text: string; readonly notes: number }> {
  const { default: published } = await import('../../../../assets/shapes/names.json', {
    with: { type: 'json' },
  });
  const key = randomBytes(32).toString('hex');
  const sources = stored.map(({ source, key: storedKey, notes }) => {
    const names = new Map(published.map((name) => [digestOf(storedKey, name), name]));
    const shown = (digest: string) => names.get(digest) ?? `#${digestOf(key, digest).slice(0, 12)}`;
    const rows = notes.map(({ name, ...note }) => ({
      ...note,
      ...(name === undefined ? {} : { name: shown(name) }),
    }));
    return { source, notes: rows.toSorted(byDeviation) };
  });
  const report = { version: 1, migrator: version, sources };
  const count = sources.reduce((sum, { notes }) => sum + notes.length, 0);
  return { text: `${JSON.stringify(report, null, 2)}\n`, notes: count };
}

type Row = StoredShapes['notes'][number];

function byDeviation(a: Row, b: Row): number {
  const order = shapeDeviations.indexOf(a.deviation) - shapeDeviations.indexOf(b.deviation);
  const text = (row: Row) => [row.route, row.place, row.sent, row.name].join(' ');
  return order === 0 ? text(a).localeCompare(text(b)) : order;
}
