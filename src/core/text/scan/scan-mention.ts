import type { InlineEdits } from '../markdown/inline-edits.ts';
import { codeSpan } from '../markdown/markdown-escape.ts';
import type { TextRules } from './text-rules.ts';

/** Bitbucket's account ids and uuids. */
const braced = /\{[^{}\s|`<>\ue000\ufffc]{1,128}\}/y;
const quoted = /"([^"\n\ue000\ufffc]{1,128})"/y;
const word = /[A-Za-z0-9_][\w.-]{0,127}/y;
const domain = /[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})+/iy;

/**
 * Changes what begins with an `@`: `@{account id}`, `@{uuid}`, `@username`, `@"quoted name"`.
 * @returns where to look on
 */
export function scanMention(index: number, inline: InlineEdits, rules: TextRules): number {
  const { text } = inline;
  const after = index + 1;
  if (inline.linkAt(index) !== null && !rules.changesLinks) return after;
  const isInWord = inline.isInWord(index);
  if (!isInWord && text[index] === '@') {
    const end = scanPerson(index, inline, rules);
    if (end !== null) return end;
  }
  const isMail = isInWord && isMailAddress(text, index);
  if (!isMail && /^[\p{L}\p{N}_]/u.test(text.slice(after, after + 2))) inline.breakAt(after);
  return after;
}

function scanPerson(index: number, inline: InlineEdits, rules: TextRules): number | null {
  for (const { name, end } of candidates(inline.text, index + 1)) {
    const person = rules.person(name);
    if (person === null) continue;
    const markdown = inline.linkAt(index) === null ? person.linked : person.inLink;
    if (inline.replace(index, end, markdown)) return end;
  }
  const id = startsAt(braced, inline.text, index + 1);
  // An id of digits and letters could be mistaken for a commit.
  if (id === null || !inline.replace(index, index + 1 + id.length, codeSpan(`@${id}`))) return null;
  return index + 1 + id.length;
}

function* candidates(text: string, at: number): Generator<{ name: string; end: number }> {
  const id = startsAt(braced, text, at);
  if (id !== null) yield { name: id, end: at + id.length };
  const inQuotes = startsAt(quoted, text, at);
  if (inQuotes !== null) yield { name: inQuotes.slice(1, -1), end: at + inQuotes.length };
  const full = startsAt(word, text, at)?.replace(/[.-]+$/, '') ?? '';
  // `@angular/core` is a package and `@acme/team` a team.
  if (full === '' || text[at + full.length] === '/') return;
  yield { name: full, end: at + full.length };
  const first = /^\w[\w-]*/.exec(full)?.[0] ?? '';
  if (first !== full && first !== '') yield { name: first, end: at + first.length };
}

/** Of `a@b.example@c.example` GitHub takes the first part for an address, and the rest for a mention. */
function isMailAddress(text: string, index: number): boolean {
  const found = startsAt(domain, text, index + 1);
  if (found === null || text[index + 1 + found.length] === '@') return false;
  return !/@[\w.+-]*$/.test(text.slice(Math.max(0, index - 100), index));
}

function startsAt(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? null;
}
