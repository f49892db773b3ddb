import type { Failure } from '../kernel/errors.ts';
import { count, namesText } from '../kernel/format/format.ts';
import { safe } from '../kernel/format/terminal-text.ts';

/** The names by which problems speak of a plan's repositories. */
interface NamedInPlan {
  readonly source: { readonly workspace: string };
  readonly target: { readonly organization: string };
  readonly repositories: readonly { readonly source: string; readonly target: string }[];
}

/** Problems that say the same of several repositories of a plan. */
export interface ProblemGroup {
  /** The first of them; its hint is `null` where the next group has the same. */
  readonly cause: Failure;
  /** Slugs on the source; empty where the problem stands alone. */
  readonly repositories: readonly string[];
}

/** Problems grouped by their cause: those that differ only in the name of a planned repository. Pure. */
export function groupProblems(
  problems: readonly Failure[],
  plan: NamedInPlan,
): readonly ProblemGroup[] {
  const slugs = slugsByName(plan);
  const groups = new Map<string, { cause: Failure; repositories: Set<string> }>();
  for (const problem of problems) {
    const { code, message, detail, hint } = problem;
    const slug = slugIn(message, slugs);
    const parts = [code, message, detail ?? '', hint ?? ''];
    const cause = parts.map((part) => withoutNames(part, slugs)).join('\n');
    const group = groups.get(cause) ?? { cause: problem, repositories: new Set() };
    if (slug !== undefined) group.repositories.add(slug);
    groups.set(cause, group);
  }
  return [...groups.values()].map(({ cause, repositories }, at, all) => ({
    cause: cause.hint === all[at + 1]?.cause.hint ? { ...cause, hint: null } : cause,
    repositories: repositories.size > 1 ? [...repositories] : [],
  }));
}

/** Slugs that problems name; `null` where one of them names none, so that it stops all. Pure. */
export function namedIn(
  problems: readonly Failure[],
  plan: NamedInPlan,
): ReadonlySet<string> | null {
  const slugs = slugsByName(plan);
  const named = problems.map(({ message }) => slugIn(message, slugs));
  return named.includes(undefined) ? null : new Set(named.flatMap((slug) => slug ?? []));
}

function slugIn(message: string, slugs: ReadonlyMap<string, string>): string | undefined {
  const named = [...message.matchAll(word)].map(([one]) => slugs.get(one.toLowerCase()));
  return named.find((one) => one !== undefined);
}

/** Up to this many names stand in a line. */
const mostNamed = 3;

/** `44 repositories: a, b, c and 41 more`. Pure. */
export function namedRepositories(repositories: readonly string[], most = mostNamed): string {
  const many = count(repositories.length, 'repository', 'repositories');
  return `${many}: ${namesText(repositories.map(safe), most)}`;
}

/** A name of a repository, alone or after its owner. */
const word = /[\p{L}\p{N}_](?:[\p{L}\p{N}_./~-]*[\p{L}\p{N}_])?/gu;

function withoutNames(text: string, slugs: ReadonlyMap<string, string>): string {
  return text.replace(word, (one) => (slugs.has(one.toLowerCase()) ? '\u0000' : one));
}

function slugsByName({ source: from, target: to, repositories }: NamedInPlan) {
  const slugs = new Map<string, string>();
  for (const { source, target } of repositories) {
    const names = [
      ...[source, `${from.workspace}/${source}`],
      ...[target, `${to.organization}/${target}`],
    ];
    for (const name of names) slugs.set(name.toLowerCase(), source);
  }
  return slugs;
}
