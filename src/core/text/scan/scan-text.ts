import { breaker, breakHash, closingKeyword } from '../markdown/break-references.ts';
import type { InlineEdits } from '../markdown/inline-edits.ts';
import { linkStart } from '../markdown/inline-text.ts';
import { codeSpan } from '../markdown/markdown-escape.ts';
import { scanMention } from './scan-mention.ts';
import { bareAddress, type RepositoryName, type TextRules } from './text-rules.ts';

/** Beginnings of texts that may have to be changed; each looks ahead for a bounded distance only. */
const trigger = new RegExp(
  [
    String.raw`(?<url>https?:\/\/[^\s<>${linkStart}\ufffc]+)`,
    '(?<at>[@＠﹫])',
    String.raw`(?<number>#\d{1,20})`,
    String.raw`(?<gh>GH-(?=\d))`,
    '(?<hash>[0-9a-f]{7,40})',
    '(?<less><)',
  ].join('|'),
  'giu',
);

/** Changes mentions, references and addresses in one paragraph, heading or cell, by the rules. */
export function scanText(inline: InlineEdits, rules: TextRules): void {
  const { text } = inline;
  trigger.lastIndex = 0;
  let at = 0;
  for (;;) {
    trigger.lastIndex = at;
    const match = trigger.exec(text);
    if (match === null) break;
    at = afterMatch(match, inline, rules);
  }
  for (const match of text.matchAll(closingKeyword)) {
    const end = match.index + match[0].length;
    if (isReference(text, end)) inline.breakAt(end);
  }
  inline.finish();
}

/** @returns where to look on */
function afterMatch(match: RegExpExecArray, inline: InlineEdits, rules: TextRules): number {
  const { index, groups = {} } = match;
  const end = index + match[0].length;
  if (groups.at !== undefined) return scanMention(index, inline, rules);
  if (groups.less !== undefined) {
    const isMarkup = inline.rawAt(index) === '<' && !/^[\s\d=<-]?$/.test(inline.rawAfter(index));
    if (isMarkup) inline.replace(index, end, '&lt;');
    return end;
  }
  if (groups.url !== undefined) return scanAddress(groups.url, index, inline, rules);
  if (inline.linkAt(index) !== null) scanNameInLink(match, inline, rules);
  else if (groups.number !== undefined) scanNumber(index, end, inline, rules);
  else if (groups.gh !== undefined) inline.breakAt(end);
  else scanHash(index, end, inline, rules);
  return end;
}

function scanAddress(found: string, index: number, inline: InlineEdits, rules: TextRules): number {
  const isWithin = inline.isInWord(index);
  const url = withoutTrailing(found);
  const end = index + url.length;
  if (inline.linkAt(index) !== null) return end;
  const markdown = bareAddress(url, rules.address(url));
  if (markdown !== null && !inline.replace(index, end, markdown))
    inline.breakAt(index + url.indexOf(':') + 1);
  if (markdown !== null) return end;
  // Behind a letter it is no address to GitHub, and what is in it is read as text.
  if (isWithin) return index + 'http://'.length;
  // Behind an open bracket GitHub may not see an address: angle brackets mark it as one.
  if (!mayName.test(url) || inline.replace(index, end, `<${url}>`)) return end;
  return index + 'http://'.length;
}

const mayName = /[@＠﹫#]|gh-\d|[0-9a-f]{7}/i;

/** Returns what GitHub does not take for a part of an address at its end. */
function withoutTrailing(url: string): string {
  const trimmed = url.replace(/[?!.,:;*_~'"\]}]{1,50}$/, '');
  const opened = trimmed.split('(').length;
  const closed = trimmed.split(')').length;
  return closed > opened ? trimmed.replace(/\)[?!.,:;*_~'"\])}]*$/, '') : trimmed;
}

/** The text of a link that names a pull request by its number, or a rewritten commit by its hash. */
function scanNameInLink(
  { index, groups = {}, 0: found }: RegExpExecArray,
  inline: InlineEdits,
  rules: TextRules,
): void {
  const end = index + found.length;
  const number = inline.linkAt(index)?.number ?? null;
  if (groups.number !== undefined && number !== null && number.from !== number.to) {
    if (Number(groups.number.slice(1)) === number.from) inline.replace(index, end, `#${number.to}`);
  }
  const isWhole = groups.hash !== undefined && !inline.isInWord(index) && !inline.isInWord(end);
  const renamed = isWhole ? rules.renamedCommit(found) : null;
  if (renamed !== null) inline.replace(index, end, renamed);
}

function scanNumber(index: number, end: number, inline: InlineEdits, rules: TextRules): void {
  const { text } = inline;
  const repository = repositoryBefore(text, index);
  const isWhole = !/\w/.test(text[end] ?? '') && end - index <= 10;
  const isOwn = !/[\w/&.-]/.test(text[index - 1] ?? '');
  const number = Number(text.slice(index + 1, end));
  const markdown =
    isWhole && (isOwn || repository !== null)
      ? rules.pullRequest(repository?.name ?? null, number)
      : null;
  const from = index - (repository?.length ?? 0);
  if (markdown === null || !inline.replace(from, end, markdown)) inline.breakAt(index + 1);
}

/** `workspace/slug` that ends before this place. */
function repositoryBefore(
  text: string,
  index: number,
): { name: RepositoryName; length: number } | null {
  const before = text.slice(Math.max(0, index - 160), index);
  const [found, workspace, slug] = /(?<![\w./-])([\w-]{1,64})\/([\w.-]{1,90})$/.exec(before) ?? [];
  if (found === undefined || workspace === undefined || slug === undefined) return null;
  return { name: { workspace, slug }, length: found.length };
}

function scanHash(index: number, end: number, inline: InlineEdits, rules: TextRules): void {
  const { text } = inline;
  if (inline.isInWord(index) || (inline.isInWord(end) && /\w/.test(text[end] ?? ''))) return;
  const hash = text.slice(index, end);
  const repository = text[index - 1] === '@' ? repositoryBefore(text, index - 1) : null;
  const isPart = /[-/=%+~:]/.test(text[index - 1] ?? '') || /[-/=%+~]/.test(text[end] ?? '');
  const linked = isPart ? null : rules.commit(repository?.name ?? null, hash);
  if (linked !== null && inline.replace(index, end, linked)) return;
  const isMixed = /\d/.test(hash) && /[a-f]/i.test(hash);
  if (isMixed && !isPart && inline.replace(index, end, codeSpan(hash))) return;
  const pieces = breakHash(hash).split(breaker);
  let at = index;
  for (const piece of pieces.slice(0, -1)) {
    at += piece.length;
    inline.breakAt(at);
  }
}

const reference = new RegExp(
  String.raw`[\s:([*_~"'\u200b]{0,12}(?:[${linkStart}@]|#\u200b?\d|GH-|https?:|www\.|[\w.-]{1,100}\/[\w.-]{1,100}[#@]|[\w.+-]{1,100}@\w|[0-9a-f]{7})`,
  'iy',
);

/** Tells whether a reference of any form follows, or its conversion. */
function isReference(text: string, end: number): boolean {
  reference.lastIndex = end;
  return text[end] !== breaker && reference.test(text);
}
