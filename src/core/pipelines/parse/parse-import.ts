import { type ImportStatement, readStatement, sourceText } from '../imports/import-source.ts';
import type { Opened } from '../imports/imported-files.ts';
import { importSources } from '../imports/imports-of.ts';
import type { Pipeline } from '../model/pipeline.ts';
import { stepsOf } from '../model/steps-of.ts';
import { child, itemsOf, type Place, placesOf, type Tree, textOf } from '../tree/tree.ts';
import { type ParseContext, reportOthers } from './context.ts';
import { globalsFor } from './imported-globals.ts';
import { parseDefinitions } from './parse-definitions.ts';
import { type PipelineSite, parsePipeline } from './parse-pipeline.ts';
import { stepDefaults } from './step-defaults.ts';

/**
 * Reads an imported pipeline as if its steps stood where it is imported; `null`, with a finding that names its file, where that
 * one cannot be had or Bitbucket would not take it.
 */
export function parseImported(
  { kind, pattern, value }: PipelineSite,
  file: Tree,
  context: ParseContext,
): Pipeline | null {
  const { findings } = context;
  const imported = child(value, 'import');
  const place = imported?.place ?? value.place;
  const overriding = child(value, 'variables');
  const text = textOf(imported) ?? '';
  const lose = (message: string, advice: string) => {
    findings.lost(place, message, advice);
    if (overriding !== undefined) findings.lost(overriding.place, 'Its pipeline is lost');
    return null;
  };
  const statement = readStatement(text, importSources(file));
  if (statement === null) {
    const message = `Nothing says where the pipeline ${text} is imported from`;
    return lose(message, 'Define its source in imports, or copy its steps here.');
  }
  const opened = context.imports.open(statement, value.place);
  if ('problem' in opened) {
    const message = `The pipeline ${statement.pipeline} is imported from ${sourceText(statement)}`;
    const why = opened.problem === null ? '' : `, ${opened.problem}`;
    return lose(`${message}${why}`, opened.advice);
  }
  const own = { ...context, anchors: new Set<string>() };
  reportOthers(value, new Set(['import', 'variables']), own);
  const { globals, shared } = globalsFor(opened, file);
  const definitions = parseDefinitions(child(globals, 'definitions'), own);
  const whole = withVariables(opened.pipeline, overriding);
  const parsed = parsePipeline({ kind, pattern, value: whole }, stepDefaults(globals, own), own);
  if (parsed === null) return null;
  const at = { site: value.place, place, context };
  reportCopy(statement, opened, at);
  reportShared(parsed, shared, at);
  if (kind === 'custom' && overriding !== undefined) {
    const message = 'Variables beside an import replace those of the same name in its pipeline';
    findings.changed(overriding.place, message, undocumented);
  }
  return {
    ...parsed,
    place: value.place,
    variables: lastOfEachName(parsed, context),
    imported: {
      ...definitions,
      from: sourceText(statement),
      tree: opened.pipeline,
      around: [...opened.globals.values()].flatMap((one) => [one.place, ...placesOf(one)]),
    },
  };
}

/** Keeps the last variable of each name: one beside the import comes after those of the pipeline. */
function lastOfEachName(
  { variables }: Pipeline,
  { findings }: ParseContext,
): Pipeline['variables'] {
  const last = new Map(variables.map((one) => [one.name, one]));
  for (const one of variables) {
    if (last.get(one.name) === one) continue;
    const path = one.place.path.replace(/\.name$/, '');
    findings.exact({ ...one.place, path }, 'A later variable of the same name replaces it');
  }
  return [...last.values()];
}

interface At {
  /** Of the pipeline. */
  readonly site: Place;
  /** Of the import in it. */
  readonly place: Place;
  readonly context: ParseContext;
}

const undocumented = 'Atlassian does not document this: compare with a run on Bitbucket.';

/** Says that GitHub has a copy: Bitbucket reads the file of another repository each time. */
function reportCopy(
  statement: ImportStatement,
  { note }: Opened,
  { place, context: { findings } }: At,
): void {
  const copied = `Its steps are a copy from ${sourceText(statement)}`;
  const { repository, ref } = statement;
  if (repository === null || /^[0-9a-f]{40}$/.test(ref ?? '')) findings.exact(place, copied);
  else {
    const advice = 'To keep sharing them, make them a reusable workflow.';
    findings.changed(place, `${copied}; later changes there are not picked up`, advice);
  }
  if (note !== null) findings.changed(place, note, 'Compare the steps with those on Bitbucket.');
}

/** Says for which keys it is not known whether Bitbucket takes them from the one file or the other. */
function reportShared(
  { items }: Pipeline,
  shared: readonly string[],
  { site, place, context }: At,
): void {
  const isOwn = ({ path }: Place) => path.startsWith(`${site.path}[`);
  const takesImage = stepsOf(items).some(({ image }) => image === null || !isOwn(image.place));
  const keys = shared.filter((key) => key !== 'image' || takesImage);
  if (keys.length === 0) return;
  const names = keys.map((key) => key.replace(/^(cache|service)s\./, '$1 ')).join(', ');
  const message = `The steps take these from the imported file, or else from this one: ${names}`;
  context.findings.changed(place, message, undocumented);
}

function withVariables(pipeline: Tree, variables: Tree | undefined): Tree {
  if (variables === undefined) return pipeline;
  const { place } = variables;
  const item: Tree = { kind: 'map', place, entries: new Map([['variables', variables]]) };
  return { kind: 'list', place: pipeline.place, items: [...itemsOf(pipeline), item] };
}
