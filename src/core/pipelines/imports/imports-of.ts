import { readTree } from '../tree/read-tree.ts';
import { child, entriesOf, type Tree, textOf } from '../tree/tree.ts';
import {
  type ImportSource,
  type ImportStatement,
  readStatement,
  sourceLabel,
  sourceProblem,
} from './import-source.ts';

/** A file that pipelines are imported from, or why it cannot be had. */
export type ImportedText =
  | {
      readonly text: string;
      /** Says how the file may differ from the one that Bitbucket reads. */
      readonly note?: string;
    }
  | {
      /** Continues a sentence that names the file: `which was not found`. */
      readonly problem: string;
      readonly advice: string;
    };

/** Imported files by the labels of their sources. */
export type Imports = ReadonlyMap<string, ImportedText>;

export type ReadImport = (source: ImportSource) => Promise<ImportedText>;

/** Files that the pipelines of a file are imported from, each once; none where the file cannot be read. Pure. */
export function importsOf(text: string): readonly ImportSource[] {
  // Most files import nothing, and are not read twice.
  if (!text.includes('import')) return [];
  const reading = readTree(text);
  if ('refusal' in reading) return [];
  const { tree } = reading;
  const sources = importSources(tree);
  const pipelines = child(tree, 'pipelines');
  const groups = ['branches', 'pull-requests', 'tags', 'custom'].flatMap((key) =>
    entriesOf(child(pipelines, key)).map(([, value]) => value),
  );
  const found = [child(pipelines, 'default'), ...groups].flatMap((value) => {
    const imported = textOf(child(value, 'import'));
    const statement = imported === null ? null : readStatement(imported, sources);
    return statement === null || sourceProblem(statement) !== null ? [] : [statement];
  });
  return [...new Map(found.map((one) => [sourceLabel(one), withoutPipeline(one)])).values()];
}

function withoutPipeline({ repository, ref, path }: ImportStatement): ImportSource {
  return { repository, ref, path };
}

/** Finds the sources of a file by their names. Pure. */
export function importSources(file: Tree): (name: string) => string | null {
  const sources = child(child(file, 'definitions'), 'imports');
  return (name) => textOf(child(sources, name));
}

/** Reads the files that a file imports from, each once. */
export async function readImports(text: string, read: ReadImport): Promise<Imports> {
  const imports = new Map<string, ImportedText>();
  for (const source of importsOf(text)) imports.set(sourceLabel(source), await read(source));
  return imports;
}
