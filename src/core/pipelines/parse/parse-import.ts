import { child, entriesOf, type Tree, textOf } from '../tree/tree.ts';
import type { ParseContext } from './context.ts';

/** Where Bitbucket finds the pipelines that a file imports. */
interface ImportSource {
  /** The slug of the other repository; `null`: the file's own. */
  readonly repository: string | null;
  /** A branch or a tag; `null`: the file's own. */
  readonly ref: string | null;
  readonly path: string;
}

/** Names the file that a pipeline is imported from: it lies outside this one, and is not converted with it. */
export function reportImport(imported: Tree, file: Tree, { findings }: ParseContext): void {
  const text = textOf(imported) ?? '';
  const sources = child(child(file, 'definitions'), 'imports');
  const found = findImport(text, (name) => textOf(child(sources, name)));
  const message =
    found === null
      ? `Nothing says where the pipeline ${text} is imported from`
      : `The pipeline ${found.pipeline} is imported from ${sourceText(found)}`;
  const advice =
    found === null
      ? 'Define its source in imports, or copy its steps here.'
      : 'Copy its steps from definitions.pipelines of that file, then convert again.';
  findings.lost(imported.place, message, advice);
}

/** Names the file of each source of `definitions.imports`. */
export function reportImportSources(imports: Tree | undefined, { findings }: ParseContext): void {
  for (const [name, value] of entriesOf(imports)) {
    const message = `The source ${name} is ${sourceText(readSource(textOf(value) ?? ''))}, which is not read`;
    findings.lost(value.place, message, 'The pipelines that import from it name what to copy.');
  }
}

/** Reads `repository:ref:pipeline`, or `pipeline@source`. Pure. */
function findImport(
  text: string,
  sourceNamed: (name: string) => string | null,
): (ImportSource & { readonly pipeline: string }) | null {
  const [, pipeline = '', name = ''] = /^([^@]+)@([^@]+)$/.exec(text) ?? [];
  if (name !== '') {
    const source = sourceNamed(name);
    return source === null ? null : { pipeline, ...readSource(source) };
  }
  const [repository = '', ref = '', ...rest] = text.split(':');
  if (rest.length === 0) return null;
  return { repository, ref, path: usualPath, pipeline: rest.join(':') };
}

/** Reads a path of the same repository, or `repository:ref` with or without a path. Pure. */
function readSource(text: string): ImportSource {
  const [first = '', ref, path = usualPath] = text.split(':');
  return ref === undefined
    ? { repository: null, ref: null, path: first }
    : { repository: first, ref, path };
}

function sourceText({ repository, ref, path }: ImportSource): string {
  return repository === null
    ? `${path} of this repository`
    : `${path} of the repository ${repository}, ${ref}`;
}

const usualPath = 'bitbucket-pipelines.yml';
