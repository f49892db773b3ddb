import { count, namesText } from '../../kernel/format/format.ts';
import { safe } from '../../kernel/format/terminal-text.ts';
import type { TimedEvent } from '../../ports/records/events.ts';
import { groupWarnings } from '../failure-lines.ts';
import { namedRepositories } from '../group-problems.ts';
import type { Proof } from '../proof.ts';
import type { RepositoryView, RunState } from '../run/run-state.ts';
import { pagesAbout } from '../to-do-pages.ts';
import { fixOf } from './to-do-fixes.ts';

/** `setting`: it is not on GitHub as planned; `setting-by-hand`: the plan leaves it to people. */
export const toDoKinds = ['defect', 'warning', 'setting', 'setting-by-hand'] as const;

/** Something that a person has to look at after a run, once for all repositories that have it. */
export interface ToDo {
  readonly kind: (typeof toDoKinds)[number];
  /** Slugs on the source; hostile until escaped. None: it is the organization's. */
  readonly repositories: readonly string[];
  /** Safe for the terminal. */
  readonly text: string;
  /** Says what to do; `null` where the text does. Safe for the terminal. */
  readonly fix: string | null;
  /** Addresses where GitHub shows it: the first few; none where the target's pages are not known. */
  readonly pages: readonly string[];
}

/** The page of a repository on the target, or with `null` of the organization's teams; `null` where that is not known. */
export type PageOf = (target: string | null) => string | null;

/** So many pages are named for one cause. */
const mostPages = 3;
/** So many settings with one cause are named in a line. */
const mostSettings = 10;

/** A repository with what its runs warned of. */
export type WarnedRepository = Pick<RepositoryView, 'source' | 'target' | 'warnings'>;

/** A setting that GitHub refused, that waits for somebody, or that does less than the plan wants. Hostile until escaped. */
export interface OpenSetting {
  /** `null`: it is the organization's. */
  readonly repository: Pick<RepositoryView, 'source' | 'target'> | null;
  /** `Deploy key mirror` */
  readonly name: string;
  readonly note: string;
  readonly fix: string | null;
}

/** Holds what a migration leaves to people, as far as no comparison finds it. */
export interface LeftToDo {
  readonly warned: readonly WarnedRepository[];
  /** As they were applied last. */
  readonly settings: readonly OpenSetting[];
  /** Settings of the plan that GitHub has nothing for: how many each repository has, by slug. */
  readonly byHand: ReadonlyMap<string, number>;
}

/** Returns what the events of a run leave to do, where nobody has read the state. Pure. */
export function leftInRun({ repositories }: Pick<RunState, 'repositories'>): LeftToDo {
  // Earlier runs have summed up theirs.
  const warned = [...repositories.values()].filter(({ endedEarlier }) => !endedEarlier);
  return { warned, settings: [], byHand: new Map() };
}

/** Matches what stays to be done until a person does it, whichever run has warned of it. */
const lasting = [
  /^GitHub asks code owners|^The importer reports/,
  /^\d[\d,]* images? in pull requests could not be migrated/,
  /^\d[\d,]* commits? ha(ve|s) (a )?new hash/,
];

/** Matches a warning about settings, which are told by the state. */
const ofSettings = /^\d[\d,]* settings? needs? attention/;

/** Matches a warning about something that the run itself has set right. */
const doneByRun = / is gone: creating it again$/;

/** Adds what earlier runs of a migration left to do. Pure. */
export function withEarlier(
  now: readonly WarnedRepository[],
  earlier: readonly TimedEvent[],
  { repositories }: { readonly repositories: readonly Pick<RepositoryView, 'source' | 'target'>[] },
): readonly WarnedRepository[] {
  const lasts = (message: string) => lasting.some((pattern) => pattern.test(message));
  const before = Map.groupBy(
    earlier.flatMap((event) =>
      event.type === 'repository-warning' && lasts(event.message) ? [event] : [],
    ),
    ({ repository }) => repository,
  );
  const latest = new Map(now.map((one) => [one.source, one.warnings]));
  return repositories.map(({ source, target }) => {
    const old = before.get(source)?.map(({ message }) => message) ?? [];
    return { source, target, warnings: [...new Set([...old, ...(latest.get(source) ?? [])])] };
  });
}

/**
 * Lists what is left to do: defects first, then warnings by cause, settings that are not as planned, and last those that people
 * set up. Every screen, line and count is of this list. Pure.
 */
export function toDosOf(
  { warned, settings, byHand }: LeftToDo,
  proof: Proof | null,
  pageOf: PageOf = () => null,
): readonly ToDo[] {
  const targets = new Map(warned.map(({ source, target }) => [source, target]));
  const pagesOf = (found: readonly { readonly target: string; readonly text: string }[]) =>
    found
      .flatMap(({ target, text }) => {
        const page = pageOf(target);
        return page === null ? [] : pagesAbout(text).map((end) => `${page}${end}`);
      })
      .slice(0, mostPages);
  const defects = Map.groupBy(proof?.problems ?? [], ({ text, remedy }) => `${text}\n${remedy}`);
  const others = warned.map((one) => ({
    ...one,
    warnings: one.warnings.filter((text) => !ofSettings.test(text) && !doneByRun.test(text)),
  }));
  return [
    ...[...defects.values()].flatMap((problems) => {
      const [first] = problems;
      if (first === undefined) return [];
      const known = problems.flatMap(({ repository, text }) => {
        const target = targets.get(repository);
        return target === undefined ? [] : [{ target, text }];
      });
      return {
        kind: 'defect' as const,
        repositories: problems.map(({ repository }) => repository),
        text: safe(first.text),
        fix: first.remedy === null ? null : safe(first.remedy),
        pages: pagesOf(known),
      };
    }),
    ...groupWarnings(others).map(({ text, members, texts }) => ({
      kind: 'warning' as const,
      repositories: members.map(({ source }) => source),
      text: safe(text),
      fix: fixOf(text),
      pages: pagesOf(members.map(({ target }, at) => ({ target, text: texts[at] ?? text }))),
    })),
    ...openSettings(settings, pageOf),
    ...settingsByHand(byHand),
  ];
}

/** Settings with one cause and one fix together. Pure. */
export function openSettings(
  settings: readonly OpenSetting[],
  pageOf: PageOf = () => null,
): readonly ToDo[] {
  const groups = Map.groupBy(settings, ({ repository, note, fix }) =>
    JSON.stringify([repository === null, note, fix]),
  );
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const names = [...new Set(group.map(({ name }) => safe(name)))];
    const pages = group.flatMap(({ repository, name }) => {
      const page = pageOf(repository?.target ?? null);
      if (page === null) return [];
      return repository === null ? [page] : pagesAbout(name).map((end) => `${page}${end}`);
    });
    return {
      kind: 'setting' as const,
      repositories: [...new Set(group.flatMap(({ repository }) => repository?.source ?? []))],
      text: `${namesText(names, mostSettings)}: ${safe(first.note)}`,
      fix: first.fix === null ? null : safe(first.fix),
      pages: [...new Set(pages)].slice(0, mostPages),
    };
  });
}

/** Settings of the plan that GitHub has nothing for, as one thing to do. Pure. */
function settingsByHand(byHand: LeftToDo['byHand']): readonly ToDo[] {
  const many = [...byHand.values()].reduce((sum, one) => sum + one, 0);
  if (many === 0) return [];
  const text = `${count(many, 'setting')} to set up by hand`;
  const fix = 'The verification report lists each with its reason.';
  return [{ kind: 'setting-by-hand', repositories: [...byHand.keys()], text, fix, pages: [] }];
}

/** Says where something is to be done: `web`, `44 repositories: a, b, c and 41 more`, `Organization`. Safe. Pure. */
export function whereText(
  { repositories }: Pick<ToDo, 'repositories'>,
  mostNames?: number,
): string {
  const [first, ...others] = repositories;
  if (first === undefined) return 'Organization';
  return others.length === 0 ? safe(first) : namedRepositories(repositories, mostNames);
}

/** The things to do of one repository, where the comparison has its own list. Pure. */
export function toDosOfOne(
  { warned, settings, byHand }: LeftToDo,
  source: string,
  pageOf?: PageOf,
): readonly ToDo[] {
  const own = {
    warned: warned.filter((one) => one.source === source),
    settings: settings.filter(({ repository }) => repository?.source === source),
    byHand: new Map([...byHand].filter(([slug]) => slug === source)),
  };
  return toDosOf(own, null, pageOf);
}
