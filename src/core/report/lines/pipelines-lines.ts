import { count } from '../../kernel/format/format.ts';
import { type Palette, palette } from '../../kernel/format/palette.ts';
import { safe } from '../../kernel/format/terminal-text.ts';
import { lineText } from '../../pipelines/findings/finding.ts';
import type { Plan } from '../../plan/plan-schema.ts';
import type { PlannedPipelines } from '../../plan/planned-pipelines.ts';

/** Describes the workflows that the pipeline files of a plan become. */
export interface PipelinesAhead {
  readonly workflows: number;
  readonly exact: number;
  readonly changed: number;
  readonly lost: number;
  /** With a pipeline file. */
  readonly repositories: readonly (PlannedPipelines & { readonly source: string })[];
}

/** `null` where a plan has no pipelines. Pure. */
export function pipelinesAhead({
  repositories,
}: Pick<Plan, 'repositories'>): PipelinesAhead | null {
  const found = repositories.flatMap(({ source, pipelines }) =>
    pipelines === undefined ? [] : [{ source, ...pipelines }],
  );
  if (found.length === 0) return null;
  const converted = found.filter(({ action }) => action === 'convert');
  const sum = (key: 'workflows' | 'exact' | 'changed' | 'lost') =>
    converted.reduce((total, one) => total + (one[key] ?? 0), 0);
  return {
    ...{ workflows: sum('workflows'), exact: sum('exact') },
    ...{ changed: sum('changed'), lost: sum('lost') },
    repositories: found,
  };
}

const mostRows = 12;

/**
 * Grades, and the constructs that are lost or change, for people. Pure.
 * @param options.brief the grades alone
 */
export function pipelinesLines(
  ahead: PipelinesAhead,
  {
    colors = palette(false),
    brief = false,
  }: { readonly colors?: Palette; readonly brief?: boolean } = {},
): readonly string[] {
  const roles = { lost: colors.bad, changed: colors.warning } as const;
  const rows = ahead.repositories
    .filter(({ action }) => action === 'convert')
    .flatMap(({ source, findings = [] }) => findings.map((one) => ({ ...one, source })))
    .sort((a, b) => Number(b.grade === 'lost') - Number(a.grade === 'lost'));
  const head = `${'Pipelines'.padEnd(13)}  ${pipelinesText(ahead)}`;
  if (brief) return [head];
  return [
    head,
    ...rows
      .slice(0, mostRows)
      .flatMap(({ grade, source, line, file, message, advice }) => [
        `  ${roles[grade](grade.padEnd(8))}  ${safe(`${source}, ${lineText({ line, file })}`)}: ${safe(message)}`,
        ...(advice === null ? [] : [`            ${safe(advice)}`]),
      ]),
    ...(rows.length > mostRows ? ['  The plan file lists the others.'] : []),
  ];
}

/** Pure. */
function pipelinesText(ahead: PipelinesAhead): string {
  const { workflows, exact, changed, lost, repositories } = ahead;
  const left = repositories.filter(({ action }) => action === 'leave').length;
  const converted = repositories.length - left;
  const grades = `${number(exact)} exact, ${number(changed)} changed, ${number(lost)} lost`;
  const others = left === 0 ? '' : `; ${number(left)} not converted`;
  if (converted === 0) return `${count(left, 'file')} not converted`;
  return `${count(converted, 'file')} to ${count(workflows, 'workflow')}: ${grades}${others}`;
}

function number(value: number): string {
  return value.toLocaleString('en-US');
}
