import { safe } from '../../../../core/kernel/format/terminal-text.ts';
import { lineText } from '../../../../core/pipelines/findings/finding.ts';
import type { PipelinesAhead } from '../../../../core/report/lines/pipelines-lines.ts';
import type { Line } from '../../../../ui/text/line.ts';
import { type LineOptions, marked } from '../../engine/view.ts';

const signs = {
  lost: { sign: 'failed', role: 'bad' },
  changed: { sign: 'different', role: 'warning' },
} as const;

/** Constructs of pipeline files that are lost, or change, each with its place. Pure. */
export function pipelinesList(
  { repositories }: PipelinesAhead,
  grade: 'changed' | 'lost',
  { width, glyphs }: LineOptions,
): readonly Line[] {
  const { sign, role } = signs[grade];
  return repositories
    .filter(({ action }) => action === 'convert')
    .flatMap(({ source, findings = [] }) =>
      findings
        .filter((one) => one.grade === grade)
        .map(({ line, file, message }) => {
          const where = file === undefined ? `pipelines line ${line}` : lineText({ line, file });
          return `${source}, ${where}: ${message}`;
        }),
    )
    .flatMap((text) => marked(glyphs[sign], role, safe(text), width));
}
