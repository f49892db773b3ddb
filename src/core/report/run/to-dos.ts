import { count } from '../../kernel/format/format.ts';
import { safe } from '../../kernel/format/terminal-text.ts';
import type { Plan } from '../../plan/plan-schema.ts';
import type { TimedEvent } from '../../ports/records/events.ts';
import { groupWarnings } from '../failure-lines.ts';
import type { Proof } from '../proof.ts';
import { fixOf } from '../to-do-fixes.ts';
import { pagesAbout } from '../to-do-pages.ts';
import type { RepositoryView } from './run-state.ts';

/** Something that a person has to look at after a run, once for all repositories that have it. */
export interface ToDo {
  /** Slugs on the source; hostile until escaped. */
  readonly repositories: readonly string[];
  /** Safe for the terminal. */
  readonly text: string;
  /** Says what to do; `null` where the text does. Safe for the terminal. */
  readonly fix: string | null;
  /** Addresses where GitHub shows it: the first few; none where the target's pages are not known. */
  readonly pages: readonly string[];
  readonly isDefect: boolean;
}

/** The page of a repository on the target; `null` where that is not known. */
export type PageOf = (target: string) => string | null;

/** So many pages are named for one cause. */
const mostPages = 3;

/** A repository with what its runs warned of. */
export type WarnedRepository = Pick<
  RepositoryView,
  'source' | 'target' | 'warnings' | 'endedEarlier'
>;

/** Matches what stays to be done until a person does it; settings are judged again by each run. */
const lasting = /^GitHub asks code owners|^\d[\d,]* images? in pull requests could not be migrated/;

/** Adds what earlier runs of a migration left to do. Pure. */
export function withEarlier(
  now: readonly WarnedRepository[],
  earlier: readonly TimedEvent[],
  { repositories }: { readonly repositories: readonly Pick<RepositoryView, 'source' | 'target'>[] },
): readonly WarnedRepository[] {
  const warned = earlier.flatMap((event) =>
    event.type === 'repository-warning' && lasting.test(event.message) ? [event] : [],
  );
  return repositories.map(({ source, target }) => {
    const before = warned.filter(({ repository }) => repository === source);
    const own = now.find((one) => one.source === source)?.warnings ?? [];
    const warnings = [...new Set([...before.map(({ message }) => message), ...own])];
    return { source, target, warnings, endedEarlier: false };
  });
}

/** Defects first, then warnings of this run by cause, and last the settings that people set up. Pure. */
export function toDosOf(
  all: readonly WarnedRepository[],
  proof: Proof | null,
  pageOf: PageOf = () => null,
): readonly ToDo[] {
  const targets = new Map(all.map(({ source, target }) => [source, target]));
  const pagesOf = (found: readonly { readonly target: string; readonly text: string }[]) =>
    found
      .flatMap(({ target, text }) => {
        const page = pageOf(target);
        return page === null ? [] : pagesAbout(text).map((end) => `${page}${end}`);
      })
      .slice(0, mostPages);
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
          pages: pagesOf(
            problems.map(({ repository, text }) => ({
              target: targets.get(repository) ?? repository,
              text,
            })),
          ),
          isDefect: true,
        },
      ];
    }),
    ...groupWarnings(all.filter(({ endedEarlier }) => !endedEarlier)).map(
      ({ text, members, texts }) => ({
        repositories: members.map(({ source }) => source),
        text: safe(withoutFrame(text)),
        fix: fixOf(withoutFrame(text)),
        pages: pagesOf(
          members.map(({ target }, at) => ({ target, text: withoutFrame(texts[at] ?? text) })),
        ),
        isDefect: false,
      }),
    ),
    ...settingsByHand(proof?.settings ?? { byHand: 0, byHandIn: [] }),
  ];
}

/** Settings of a plan that GitHub has nothing for. Pure. */
export function plannedByHand({ repositories }: Pick<Plan, 'repositories'>): readonly ToDo[] {
  const those = repositories.map(({ source, settings = [] }) => ({
    source,
    many: settings.filter(({ grade }) => grade === 'none').length,
  }));
  return settingsByHand({
    byHand: those.reduce((sum, { many }) => sum + many, 0),
    byHandIn: those.filter(({ many }) => many > 0).map(({ source }) => source),
  });
}

interface ByHand {
  readonly byHand: number;
  /** Repositories that have such settings. */
  readonly byHandIn: readonly string[];
}

function settingsByHand({ byHand, byHandIn }: ByHand): readonly ToDo[] {
  if (byHand === 0) return [];
  const text = `${count(byHand, 'setting')} to set up by hand`;
  const fix = 'The verification report lists each with its reason.';
  return [{ repositories: byHandIn, text, fix, pages: [], isDefect: false }];
}

/** `1 setting needs attention (…)` says only that there is something in the brackets. */
function withoutFrame(text: string): string {
  return /^1 setting needs attention \((.*)\)$/s.exec(text)?.[1] ?? text;
}
