import { tableLines } from '../../kernel/fold-lines.ts';
import { count, formatBytes } from '../../kernel/format/format.ts';
import { pairText, safe } from '../../kernel/format/terminal-text.ts';
import { acceptedText } from '../../plan/judgements.ts';
import type { Plan } from '../../plan/plan-schema.ts';
import { estimateLine, withVerbose } from '../../report/lines/estimate-line.ts';
import {
  forecastLines,
  limitedByLines,
  repositoryForecastLines,
} from '../../report/lines/forecast-lines.ts';
import { amountText, importedText } from '../../report/lines/imported-text.ts';
import { pipelinesLines } from '../../report/lines/pipelines-lines.ts';
import { settingsLines } from '../../report/lines/settings-lines.ts';
import { namesCostText } from '../../run/preflight/names-to-rewrite.ts';
import type { DryRunResult } from '../../verbs/migrate/dry-run/dry-run-result.ts';

interface Shown {
  /** Of the terminal; `null`: nobody wraps. */
  readonly columns: number | null;
  readonly plan: Pick<Plan, 'source' | 'options' | 'follow'>;
  /** Slugs that the problems name; `null`: one of them stops every repository. */
  readonly named: ReadonlySet<string> | null;
  /** Different problems: two checks may find the same. */
  readonly problems: number;
  /** With the explanations. */
  readonly isVerbose: boolean;
}

/** The verdict, the estimate, and a line for each repository; explanations where they are asked for. Pure. */
export function dryRunLines(result: DryRunResult, shown: Shown): readonly string[] {
  const { columns, plan, problems, isVerbose } = shown;
  const { repositories, forecast, imported, settings, pipelines } = result;
  const isStopped = problems > 0;
  // The problems say which of them are blocked, and why.
  const rows = repositories
    .filter(({ action }) => !isStopped || action !== 'blocked')
    .map((row) => cellsOf(row, plan));
  const mode = plan.options.pull_requests?.comments ?? 'threaded';
  const isKnown = forecast !== undefined && forecast.all.facts.total > 0;
  // An estimate helps only where some repositories can be migrated.
  const hidesEstimate = isStopped && (shown.named === null || !isKnown);
  const hasMore = !isVerbose && (isKnown || settings !== undefined || pipelines !== undefined);
  const parts: readonly (readonly string[])[] = [
    [
      verdictText(result, shown),
      ...(forecast === undefined || hidesEstimate ? [] : [estimateLine(forecast, mode)]),
      ...(imported === undefined ? [] : [`${importedText(imported)}.`]),
      ...(result.accepted ?? []).map((one) => `${safe(acceptedText(one))}.`),
      ...(result.names === undefined ? [] : [`${namesCostText(result.names)}.`]),
    ],
    tableLines(rows, columns),
    isVerbose ? forecastPart(result, plan.source.workspace) : [],
    [
      ...(settings === undefined ? [] : settingsLines(settings, { brief: !isVerbose })),
      ...(pipelines === undefined ? [] : pipelinesLines(pipelines, { brief: !isVerbose })),
      ...(hasMore ? [withVerbose(settings !== undefined)] : []),
    ],
  ];
  return parts
    .filter(({ length }) => length > 0)
    .flatMap((lines, at) => (at === 0 ? lines : ['', ...lines]));
}

function cellsOf(row: DryRunResult['repositories'][number], { follow }: Shown['plan']) {
  const { source, target, action, visibility, sizeBytes, imported } = row;
  const isLater = follow === true && visibility !== 'private' && !['done', 'skip'].includes(action);
  return [
    actionWords[action],
    pairText({ source, target }),
    isLater ? `private, ${visibility} after the cut-over` : visibility,
    sizeBytes === null ? '' : formatBytes(sizeBytes),
    ...(imported === undefined ? [] : [amountText(imported)]),
  ];
}

function verdictText(result: DryRunResult, { named, problems }: Shown): string {
  const { repositories } = result;
  const all = count(repositories.length, 'repository', 'repositories');
  const blocked = repositories.filter(({ action }) => action === 'blocked').length;
  const cannot = problems > 0 ? (named?.size ?? repositories.length) : blocked;
  if (problems > 0 && named === null) {
    const verb = problems === 1 ? 'stops' : 'stop';
    return `Not ready: ${count(problems, 'problem')} ${verb} ${all}. Nothing was written.`;
  }
  if (cannot > 0) {
    return `Not ready: ${cannot.toLocaleString('en-US')} of ${all} cannot be migrated. Nothing was written.`;
  }
  return `Ready: ${closingText(result)}. Nothing was written.`;
}

function closingText({ repositories }: DryRunResult): string {
  const of = (wanted: Action) => repositories.filter(({ action }) => action === wanted).length;
  const [created, replaced, unfinished] = [of('create'), of('replace'), of('go-on')];
  const archives = of('archive');
  if (archives > 0) return `${count(archives, 'archive')} would be written`;
  const parts = [
    ...(created > 0 || replaced === 0
      ? [`${count(created, 'repository', 'repositories')} would be created`]
      : []),
    ...(replaced > 0
      ? [
          `${count(replaced, 'repository', 'repositories')} would be replaced (${replaced === 1 ? 'the old one is' : 'the old ones are'} renamed and kept)`,
        ]
      : []),
    ...(unfinished > 0 ? [`${unfinished} resumed`] : []),
  ];
  return parts.join(', and ');
}

function forecastPart({ forecast }: DryRunResult, workspace: string): readonly string[] {
  if (forecast === undefined) return [];
  const each = forecast.repositories.length > 1 ? [...repositoryForecastLines(forecast), ''] : [];
  return [...each, ...forecastLines(forecast, { workspace }), ...limitedByLines(forecast)];
}

type Action = DryRunResult['repositories'][number]['action'];

const actionWords: Readonly<Record<Action, string>> = {
  create: 'create',
  archive: 'write archive',
  replace: 'replace',
  again: 'start over',
  'go-on': 'resume',
  rewrite: 'rewrite',
  skip: 'skip',
  done: 'done',
  blocked: 'blocked',
};
