import { readTree, type TreeReading } from '../tree/read-tree.ts';
import {
  child,
  entriesOf,
  itemsOf,
  type Place,
  placesOf,
  type Tree,
  textOf,
} from '../tree/tree.ts';
import {
  type ImportSource,
  type ImportStatement,
  sourceLabel,
  sourceProblem,
} from './import-source.ts';
import type { Imports } from './imports-of.ts';

/** An exported pipeline, as if it stood where it is imported; its lines are those of its own file. */
export interface Opened {
  readonly pipeline: Tree;
  /** Keys of its file that its steps may use. */
  readonly globals: ReadonlyMap<string, Tree>;
  readonly note: string | null;
}

interface Problem {
  /** `null`: its file was not looked for. */
  readonly problem: string | null;
  readonly advice: string;
}

/** Values that all imports of a file may add. */
const maxValues = 20_000;

const copy = 'Copy its steps from definitions.pipelines of that file, then convert again.';

/** Opens the files that a file imports from, and keeps to Bitbucket's rules for them. */
export class ImportedFiles {
  readonly #texts: Imports;
  readonly #readings = new Map<string, TreeReading>();
  #values = 0;

  constructor(texts: Imports) {
    this.#texts = texts;
  }

  /** Tells whether the file of a source is at hand. */
  has(source: ImportSource): boolean {
    const found = this.#texts.get(sourceLabel(source));
    return found !== undefined && 'text' in found;
  }

  /** @param at where the pipeline is imported */
  open(statement: ImportStatement, at: Place): Opened | Problem {
    const invalid = sourceProblem(statement);
    if (invalid !== null) return { problem: invalid, advice: copy };
    const label = sourceLabel(statement);
    const found = this.#texts.get(label);
    if (found === undefined) return { problem: null, advice: copy };
    if ('problem' in found) return found;
    const reading = this.#read(label, found.text);
    if ('refusal' in reading) {
      const { line } = reading.refusal;
      // The parser's own words quote the file, which people of this repository may not be allowed to read.
      const [message = ''] = reading.refusal.message.split(':');
      const where = line === null ? '' : ` (line ${line})`;
      const why = `${message.slice(0, 1).toLowerCase()}${message.slice(1)}${where}`;
      return { problem: `which cannot be read: ${why}`, advice: 'Correct that file.' };
    }
    const pipeline = exportedPipeline(reading.tree, statement);
    if ('problem' in pipeline) return pipeline;
    const opened = moved(reading.tree, pipeline, { at, file: label });
    this.#values += [opened.pipeline, ...opened.globals.values()].flatMap(placesOf).length;
    if (this.#values > maxValues) {
      return { problem: `which exceeds the limit of ${maxValues} imported values`, advice: copy };
    }
    return { ...opened, note: found.note ?? null };
  }

  #read(label: string, text: string): TreeReading {
    const reading = this.#readings.get(label) ?? readTree(text);
    this.#readings.set(label, reading);
    return reading;
  }
}

/** The pipeline where Bitbucket would take it: exported by its file, and not imported by that one. */
function exportedPipeline(file: Tree, statement: ImportStatement): Tree | Problem {
  if (statement.repository !== null && textOf(child(file, 'export')) !== 'true') {
    const advice = 'Bitbucket rejects this too: set export: true in that file.';
    return { problem: 'which exports nothing', advice };
  }
  const pipeline = child(child(child(file, 'definitions'), 'pipelines'), statement.pipeline);
  if (pipeline === undefined) {
    const advice =
      'Bitbucket rejects this too: use the name of a pipeline under definitions.pipelines.';
    return { problem: 'which has no pipeline of that name', advice };
  }
  if (child(pipeline, 'import') !== undefined) {
    const advice = 'Bitbucket rejects this too: import it from the file that has its steps.';
    return { problem: 'which itself imports it from elsewhere', advice };
  }
  return pipeline;
}

function moved(
  file: Tree,
  pipeline: Tree,
  { at, file: name }: { readonly at: Place; readonly file: string },
): Omit<Opened, 'note'> {
  // Options may give every step the service docker.
  const used = new Set([...usedNames(pipeline), 'docker']);
  const definitions = child(file, 'definitions');
  const below = (tree: Tree, path: string) =>
    movedTree(tree, { from: tree.place.path, to: path, file: name });
  const globals = ['image', 'clone', 'options'].flatMap((key) => {
    const found = child(file, key);
    return found === undefined ? [] : [[key, below(found, `${at.path}.import.${key}`)] as const];
  });
  const defined = ['caches', 'services'].flatMap((key) =>
    entriesOf(child(definitions, key)).flatMap(([own, tree]) =>
      used.has(own)
        ? [[`${key}.${own}`, below(tree, `${at.path}.import.${tree.place.path}`)] as const]
        : [],
    ),
  );
  return { pipeline: below(pipeline, at.path), globals: new Map([...globals, ...defined]) };
}

/** Names of caches and services that steps use. Pure. */
export function usedNames(tree: Tree): ReadonlySet<string> {
  if (tree.kind === 'list') return new Set(tree.items.flatMap((one) => [...usedNames(one)]));
  const names = entriesOf(tree).flatMap(([key, value]) =>
    key === 'caches' || key === 'services'
      ? itemsOf(value).flatMap((one) => textOf(one) ?? [])
      : [...usedNames(value)],
  );
  return new Set(names);
}

/** The same tree below another path, with the name of its file. */
function movedTree(
  tree: Tree,
  by: { readonly from: string; readonly to: string; readonly file: string },
): Tree {
  const { path, line } = tree.place;
  const place = { path: `${by.to}${path.slice(by.from.length)}`, line, file: by.file };
  if (tree.kind === 'scalar') return { ...tree, place };
  if (tree.kind === 'list') {
    return { ...tree, place, items: tree.items.map((one) => movedTree(one, by)) };
  }
  const entries = [...tree.entries].map(([key, one]) => [key, movedTree(one, by)] as const);
  return { ...tree, place, entries: new Map(entries) };
}
