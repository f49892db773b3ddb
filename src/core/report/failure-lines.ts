import type { Failure } from '../kernel/errors.ts';
import { palette } from '../kernel/format/palette.ts';
import { safe } from '../kernel/format/terminal-text.ts';
import { namedRepositories, type ProblemGroup } from './group-problems.ts';
import { withoutNumbers } from './to-do-pages.ts';

/** A failure for a person: what happened, then what to do. */
export function failureLines(failure: Failure, options: { color: boolean }): readonly string[] {
  if (failure.code === 'interrupted') return stopLines(failure);
  return problemLines({ cause: failure, repositories: [] }, options);
}

/** A stop is what a person wanted: no error. */
function stopLines({ message, detail, hint }: Failure): readonly string[] {
  const text = message === 'Interrupted' ? 'Stopped' : safe(message).replace(/\.$/, '');
  return [`${text}.`, ...[detail, hint].flatMap((one) => (one === null ? [] : safe(one)))];
}

/** The same of a problem that several repositories have. */
export function problemLines(
  { cause: failure, repositories }: ProblemGroup,
  options: { color: boolean },
): readonly string[] {
  const colors = palette(options.color);
  const lines = [`${colors.bad('error')}  ${safe(failure.message)}`];
  if (repositories.length > 0) lines.push(`       ${namedRepositories(repositories)}`);
  if (failure.detail !== null) lines.push(`       ${colors.quiet(safe(failure.detail))}`);
  if (failure.hint !== null) lines.push(`       ${safe(failure.hint)}`);
  return lines;
}

/** In a line with others: what happened, with the host's own reason where the message does not have it. */
export function failureText({ message, detail }: Failure): string {
  const text = safe(message).replace(/\.$/, '');
  if (detail === null || message.includes(detail)) return text;
  return `${text}: ${shortened(safe(detail).replace(/\s+/g, ' '))}`;
}

/** Of a reason; a host may send a page. */
const mostCharacters = 200;

function shortened(text: string): string {
  const characters = [...text];
  return characters.length <= mostCharacters
    ? text
    : `${characters.slice(0, mostCharacters).join('')} ...`;
}

/** Failures grouped by their cause. */
export function groupFailures<T extends { failure: Failure }>(
  failed: readonly T[],
): readonly { cause: Failure; members: readonly T[] }[] {
  const groups = Map.groupBy(
    failed,
    ({ failure }) => `${failure.code}\n${failure.hint ?? failure.message}`,
  );
  return [...groups.values()].flatMap((members) => {
    const [first] = members;
    return first === undefined ? [] : [{ cause: first.failure, members }];
  });
}

/** Warnings grouped by what they are about: numbers do not count. @returns also the text of each member */
export function groupWarnings<T extends { warnings: readonly string[] }>(
  warned: readonly T[],
): readonly { text: string; members: readonly T[]; texts: readonly string[] }[] {
  const groups = new Map<string, Map<T, string>>();
  for (const member of warned) {
    for (const text of member.warnings) {
      const cause = withoutNumbers(text).replace(/\d[\d,.]*/g, '#');
      const group = groups.get(cause) ?? new Map<T, string>();
      groups.set(cause, group.has(member) ? group : group.set(member, text));
    }
  }
  return [...groups.values()].map((group) => {
    const texts = [...group.values()];
    const [text = ''] = texts;
    const members = [...group.keys()];
    return { text: members.length > 1 ? withoutNumbers(text) : text, members, texts };
  });
}

/** The advice as a sentence, and the fix. Pure. */
export function adviceText(failure: Failure): string {
  const advice = retryAdvice(failure);
  const sentence = `${advice.slice(0, 1).toUpperCase()}${advice.slice(1)}.`;
  return failure.hint === null ? sentence : `${sentence} ${safe(failure.hint)}`;
}

/** Tells whether running the same command again may help. */
export function retryAdvice(failure: Failure): string {
  if (failure.retry === 'yes') return 'retrying may help';
  return failure.retry === 'fatal' ? 'this run cannot continue' : 'fix the cause before you retry';
}
