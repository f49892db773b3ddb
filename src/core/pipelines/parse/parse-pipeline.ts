import type { Pipeline, PipelineKind } from '../model/pipeline.ts';
import { stepsOf } from '../model/steps-of.ts';
import type { Tree } from '../tree/tree.ts';
import type { ParseContext } from './context.ts';
import { parseItems } from './parse-items.ts';
import { parseVariables } from './parse-variables.ts';
import type { StepDefaults } from './step-defaults.ts';

/** A pipeline with what starts it. */
export interface PipelineSite {
  readonly kind: PipelineKind;
  readonly pattern: string;
  readonly value: Tree;
}

/** Reads one pipeline; `null`, with a finding, where it has no steps. */
export function parsePipeline(
  { kind, pattern, value }: PipelineSite,
  defaults: StepDefaults,
  context: ParseContext,
): Pipeline | null {
  const items = parseItems(value, defaults, context);
  if (stepsOf(items).length === 0) {
    context.findings.lost(value.place, 'The pipeline has no steps', 'Bitbucket runs nothing here.');
    return null;
  }
  const variables = parseVariables(value, { isCustom: kind === 'custom' }, context);
  return { kind, pattern, place: value.place, items, variables };
}
