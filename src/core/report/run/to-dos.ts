import { safe } from '../../kernel/format/terminal-text.ts';
import { groupWarnings } from '../failure-lines.ts';
import type { Proof } from '../proof.ts';
import { fixOf } from '../to-do-fixes.ts';
import type { RepositoryView } from './run-state.ts';

/** Something that a person has to look at after a run, once for all repositories that have it. */
export interface ToDo {
  /** Slugs on the source; hostile until escaped. */
  readonly repositories: readonly string[];
  /** Safe for the terminal. */
  readonly text: string;
  /** Says what to do; `null` where the text does. Safe for the terminal. */
  readonly fix: string | null;
  readonly isDefect: boolean;
}

/** Defects first, then warnings of this run by cause. Pure. */
export function toDosOf(
  all: readonly Pick<RepositoryView, 'source' | 'warnings' | 'endedEarlier'>[],
  proof: Proof | null,
): readonly ToDo[] {
  const defects = Map.groupBy(proof?.problems ?? [], ({ text, remedy }) => `${text}\n${remedy}`);
  return [
    ...[...defects.values()].flatMap((problems): readonly ToDo[] => {
      const [first] = problems;
      if (first === undefined) return [];
      return [
        {
          repositories: problems.map(({ repository }) => repository),
          text: safe(first.text),
          fix: first.remedy === null ? null : safe(first.remedy),
          isDefect: true,
        },
      ];
    }),
    ...groupWarnings(all.filter(({ endedEarlier }) => !endedEarlier)).map(({ text, members }) => ({
      repositories: members.map(({ source }) => source),
      text: safe(withoutFrame(text)),
      fix: fixOf(withoutFrame(text)),
      isDefect: false,
    })),
  ];
}

/** `1 setting needs attention (…)` says only that there is something in the brackets. */
function withoutFrame(text: string): string {
  return /^1 setting needs attention \((.*)\)$/s.exec(text)?.[1] ?? text;
}
