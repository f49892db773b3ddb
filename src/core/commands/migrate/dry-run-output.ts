import { count, formatBytes } from '../../kernel/format/format.ts';
import { safe } from '../../kernel/format/terminal-text.ts';
import { namesCostText } from '../../migration/choices/names-to-rewrite.ts';
import type { DryRunResult } from '../../migration/run/dry-run-result.ts';
import { forecastLines, repositoryForecastLines } from '../../report/lines/forecast-lines.ts';

/** The same for people: a line for each repository. */
export function dryRunLines(result: DryRunResult): readonly string[] {
  const width = Math.max(...result.repositories.map(({ source }) => safe(source).length));
  const lines = result.repositories.map(({ source, target, action, visibility, sizeBytes }) => {
    const size = sizeBytes === null ? '' : `  ${formatBytes(sizeBytes)}`;
    return `${action.padEnd(7)}  ${safe(source).padEnd(width)}  ->  ${safe(target)}  ${visibility}${size}`;
  });
  return [
    ...lines,
    '',
    ...forecastPart(result),
    ...(result.names === undefined ? [] : [`${namesCostText(result.names)}.`, '']),
    closingLine(result),
  ];
}

function closingLine({ repositories }: DryRunResult): string {
  const of = (wanted: Action) => repositories.filter(({ action }) => action === wanted).length;
  const [created, replaced, unfinished] = [of('create'), of('replace'), of('go-on')];
  const parts = [
    ...(created > 0 || replaced === 0
      ? [`${count(created, 'repository', 'repositories')} would be made`]
      : []),
    ...(replaced > 0
      ? [
          `${count(replaced, 'repository', 'repositories')} would be replaced (${replaced === 1 ? 'the old one is' : 'the old ones are'} renamed and kept)`,
        ]
      : []),
    ...(unfinished > 0 ? [`${unfinished} gone on with`] : []),
  ];
  return `${parts.join(', and ')}. Nothing was written.`;
}

function forecastPart({ forecast: told }: DryRunResult): readonly string[] {
  if (told === undefined) return [];
  const each = told.repositories.length > 1 ? repositoryForecastLines(told) : [];
  return [...each, ...(each.length > 0 ? [''] : []), ...forecastLines(told), ''];
}

type Action = DryRunResult['repositories'][number]['action'];
