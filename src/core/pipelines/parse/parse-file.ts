import type { Pipeline, PipelineFile, PipelineKind } from '../model/pipeline.ts';
import { child, entriesOf, type Tree } from '../tree/tree.ts';
import { type ParseContext, reportOthers } from './context.ts';
import { parseDefinitions } from './parse-definitions.ts';
import { parseImported } from './parse-import.ts';
import { parsePipeline } from './parse-pipeline.ts';
import { parseTriggers } from './parse-triggers.ts';
import { type StepDefaults, stepDefaults } from './step-defaults.ts';

const topKeys = new Set([
  'clone',
  'definitions',
  'export',
  'image',
  'labels',
  'options',
  'pipelines',
  'triggers',
]);

/** Kinds of pipelines that are named by a pattern, by their key. */
const groups: Readonly<Record<string, PipelineKind>> = {
  branches: 'branch',
  'pull-requests': 'pull-request',
  tags: 'tag',
  custom: 'custom',
};

const pipelineKeys = new Set(['default', ...Object.keys(groups)]);

/** Reads a resolved tree as a pipeline file; what it cannot read becomes a finding. */
export function parseFile(tree: Tree, context: ParseContext): PipelineFile {
  reportOthers(tree, topKeys, context);
  reportUnsupported(tree, context);
  const defaults = stepDefaults(tree, context);
  const definitions = parseDefinitions(child(tree, 'definitions'), context);
  const pipelines = child(tree, 'pipelines');
  reportOthers(pipelines, pipelineKeys, context);
  const parsed = parsePipelines(tree, defaults, context);
  const { pipelines: own, lost } = parsed;
  const customs = own.filter(({ kind }) => kind === 'custom');
  const triggered = parseTriggers(child(tree, 'triggers'), customs, context);
  return {
    ...definitions,
    line: (pipelines ?? tree).place.line,
    pipelines: [...own, ...triggered],
    lost,
  };
}

function parsePipelines(
  file: Tree,
  defaults: StepDefaults,
  context: ParseContext,
): Pick<PipelineFile, 'pipelines' | 'lost'> {
  const tree = child(file, 'pipelines');
  const parsed: Pipeline[] = [];
  const lost: PipelineFile['lost'][number][] = [];
  const add = (kind: PipelineKind, pattern: string, value: Tree) => {
    const site = { kind, pattern, value };
    const one =
      child(value, 'import') === undefined
        ? parsePipeline(site, defaults, context)
        : parseImported(site, file, context);
    if (one === null) lost.push({ kind, pattern });
    else parsed.push(one);
  };
  const whole = child(tree, 'default');
  if (whole !== undefined) add('default', '', whole);
  for (const [key, kind] of Object.entries(groups)) {
    for (const [pattern, value] of entriesOf(child(tree, key))) add(kind, pattern, value);
  }
  return { pipelines: parsed, lost };
}

/** Top-level constructs without an equivalent. */
function reportUnsupported(tree: Tree, { findings }: ParseContext): void {
  const labels = child(tree, 'labels');
  if (labels !== undefined) {
    findings.lost(labels.place, 'GitHub has no labels for pipelines', 'Remove them.');
  }
  const exported = child(tree, 'export');
  if (exported !== undefined) {
    findings.lost(
      exported.place,
      'Other repositories can import these pipelines on Bitbucket',
      'Add workflow_call to the workflows that others use.',
    );
  }
}
