import { count, firstOf } from '../../kernel/format/format.ts';
import type { Palette } from '../../kernel/format/palette.ts';
import { safe } from '../../kernel/format/terminal-text.ts';
import { failureText, groupFailures, retryAdvice } from '../failure-lines.ts';
import type { RepositoryView } from '../run/run-state.ts';
import { type ToDo, whereText } from './to-dos.ts';

/** So many repositories are named for one cause; the state knows them all. */
const namedPerCause = 10;
/** So many things to do, where another command lists all. */
const mostToDos = 20;

/**
 * Lists what is left to do by hand, each once for all repositories that have it. Pure.
 * @param options.migration for commands that go on from there; `null`: its state is deleted
 * @param options.listsAll no other command does
 */
export function toDoLines(
  toDos: readonly ToDo[],
  {
    colors,
    migration,
    listsAll = migration === null,
  }: {
    readonly colors: Palette;
    readonly migration: string | null;
    readonly listsAll?: boolean;
  },
): readonly string[] {
  if (toDos.length === 0) return [];
  const shown = listsAll ? toDos : toDos.slice(0, mostToDos);
  const lines = shown.flatMap((toDo) => linesOfOne(toDo, colors));
  const more = toDos.length - shown.length;
  return [
    '',
    colors.strong(`To do by hand (${toDos.length})`),
    ...lines.map((line) => `  ${line}`),
    ...(more === 0 ? [] : [`  and ${more} more; all: migrator status --migration ${migration}`]),
    ...(migration === null || !toDos.some(({ kind }) => kind === 'setting')
      ? []
      : ['', `Apply settings again:  migrator settings --migration ${migration}`]),
  ];
}

/** Lines of one thing to do: where and what, its fix, its pages. Pure. @param mostNames names of repositories in a line */
export function linesOfOne(toDo: ToDo, colors: Palette, mostNames?: number): readonly string[] {
  const name = (toDo.kind === 'defect' ? colors.bad : colors.warning)(whereText(toDo, mostNames));
  return [
    `${name}: ${toDo.text}`,
    ...(toDo.fix === null ? [] : [`  ${colors.strong('Fix:')} ${toDo.fix}`]),
    ...toDo.pages.map((page) => `  ${page}`),
  ];
}

/** Failures by their cause, each with its fix. Pure. */
export function causeLines(all: readonly RepositoryView[], colors: Palette): string[] {
  const failed = all.flatMap(({ source, status, failure }) =>
    status === 'failed' && failure !== null ? [{ source, failure }] : [],
  );
  if (failed.length === 0) return [];
  const lines = ['', colors.strong('Failures by cause')];
  for (const { cause, members } of groupFailures(failed)) {
    lines.push(
      `  ${colors.bad(count(members.length, 'repository', 'repositories'))}, ${retryAdvice(cause)}`,
    );
    const named = members.map(({ source, failure }) => `${safe(source)}: ${failureText(failure)}`);
    lines.push(...firstOf(named, namedPerCause).map((line) => `    ${line}`));
    if (cause.hint !== null) lines.push(`    ${colors.strong('Fix:')} ${safe(cause.hint)}`);
  }
  return lines;
}
