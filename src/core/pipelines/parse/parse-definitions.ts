import { readSource, sourceText } from '../imports/import-source.ts';
import type { CacheDefinition, PipelineFile, ServiceDefinition } from '../model/pipeline.ts';
import { child, entriesOf, placedText, type Tree, textOf } from '../tree/tree.ts';
import { type ParseContext, placedTexts, reportOthers } from './context.ts';
import { parseImage } from './parse-image.ts';

const read = new Set(['caches', 'services', 'pipelines', 'imports', 'agents']);

/** Caches and services by name; other keys of `definitions` only hold anchors. */
export function parseDefinitions(
  tree: Tree | undefined,
  context: ParseContext,
): Pick<PipelineFile, 'caches' | 'services'> {
  for (const [key, { place }] of entriesOf(tree)) {
    if (!read.has(key)) {
      context.findings.exact(place, 'Defines anchors; converted where aliases refer to them');
    }
  }
  reportShared(tree, context);
  const caches = entriesOf(child(tree, 'caches')).flatMap(([name, value]) => {
    const cache = parseCache(value, context);
    return cache === null ? [] : [[name, cache] as const];
  });
  const services = entriesOf(child(tree, 'services')).map(
    ([name, value]) => [name, parseService(name, value, context)] as const,
  );
  return { caches: new Map(caches), services: new Map(services) };
}

function reportShared(tree: Tree | undefined, context: ParseContext): void {
  const { findings } = context;
  reportImportSources(child(tree, 'imports'), context);
  const shared = {
    pipelines: [
      'Shared pipelines are not converted to workflows here',
      'Repositories that import them get copies of their steps.',
    ],
    agents: ['GitHub has no agents for pipelines', 'Run the task another way.'],
  } as const;
  for (const [key, [message, advice]] of Object.entries(shared)) {
    const found = child(tree, key);
    if (found !== undefined) findings.lost(found.place, message, advice);
  }
}

/** Says of each source of `definitions.imports` whether its file is at hand. */
function reportImportSources(imports: Tree | undefined, context: ParseContext): void {
  const { findings } = context;
  for (const [name, value] of entriesOf(imports)) {
    const source = readSource(textOf(value) ?? '');
    if (context.imports.has(source)) {
      findings.exact(value.place, `The source ${name} is read where pipelines import from it`);
      continue;
    }
    const message = `The source ${name} is ${sourceText(source)}, which is not read`;
    findings.lost(
      value.place,
      message,
      'For each pipeline that imports from it, a finding says what to copy.',
    );
  }
}

function parseCache(tree: Tree, context: ParseContext): CacheDefinition | null {
  const simple = placedText(tree);
  if (simple !== null) return { place: tree.place, path: simple, files: null };
  reportOthers(tree, new Set(['key', 'path']), context);
  const path = placedText(child(tree, 'path'));
  if (path === null) return null;
  const key = child(tree, 'key');
  reportOthers(key, new Set(['files']), context);
  const files = placedTexts(child(key, 'files'));
  const named = files?.value.some((one) => one.trim() !== '') === true ? files : null;
  return { place: tree.place, path, files: named };
}

function parseService(name: string, tree: Tree, context: ParseContext): ServiceDefinition {
  reportOthers(tree, new Set(['image', 'memory', 'type', 'variables', 'environment']), context);
  const variables = child(tree, 'variables') ?? child(tree, 'environment');
  return {
    place: tree.place,
    image: parseImage(child(tree, 'image'), context),
    memory: placedText(child(tree, 'memory')),
    isDocker: name === 'docker' || textOf(child(tree, 'type')) === 'docker',
    variables: entriesOf(variables).map(([key, value]) => [
      key,
      { place: value.place, value: textOf(value) ?? '' },
    ]),
  };
}
