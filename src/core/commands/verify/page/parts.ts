import { html, htmlLink } from '../../../kernel/format/html-text.ts';
import type { KindCount } from '../../../verbs/verify/findings/difference.ts';
import type { RecordedRepository } from '../../comparison/record/record.ts';
import { kindNames, type SettledGrade } from '../../comparison/record/wording.ts';

/** Colours of the style; each has a text beside it. */
export type Tone = 'good' | 'bad' | 'note' | 'plain';

export const gradeTones: Readonly<Record<SettledGrade, Tone>> = {
  exact: 'good',
  stricter: 'note',
  looser: 'bad',
  none: 'plain',
  planned: 'plain',
};

export function chip(tone: Tone, text: string): string {
  return `<span class="chip ${tone}">${html(text)}</span>`;
}

export function number(many: number): string {
  return many.toLocaleString('en-US');
}

/** More rows of one kind are left out on paper; the page and JSON have them. */
export const mostPrinted = 200;

/** Writes a sentence without breaks inside options: a browser would break `--repair` after its hyphens. */
export function sentence(text: string): string {
  return html(text).replace(/--[a-z][a-z-]{0,30}(?![a-z-])/g, '<span class="word">$&</span>');
}

/** A command line, which breaks between its words alone: a browser would break it within `--repair`. */
export function command(line: string): string {
  const words = line.split(' ').map((word) => `<span class="word">${html(word)}</span>`);
  return `<code class="command">${words.join(' ')}</code>`;
}

/** Leads to a repository on both sides; a name that both have is there once. */
export function bothSides({
  source,
  sourceUrl,
  target,
  webUrl,
}: Pick<RecordedRepository, 'source' | 'sourceUrl' | 'target' | 'webUrl'>): string {
  if (source !== target) return `${htmlLink(sourceUrl, source)} → ${htmlLink(webUrl, target)}`;
  const origin = sourceUrl === null ? '' : ` (${htmlLink(sourceUrl, 'source')})`;
  return `${htmlLink(webUrl, target)}${origin}`;
}

/** @param iso ISO 8601, UTC */
export function time(iso: string): string {
  return `<time datetime="${html(iso)}">${html(iso.slice(0, 16).replace('T', ' '))} UTC</time>`;
}

/** A table that scrolls by itself where the screen is narrow; the keyboard reaches it. */
export function table(options: {
  caption: string;
  heads: readonly string[];
  rows: readonly string[];
  /** For the widths of its columns, and for paper. */
  style?: string;
}): string {
  const { caption, heads, rows, style = 'counts' } = options;
  return `<div class="scroll ${style}" tabindex="0" role="region" aria-label="${html(caption)}"><table>
<caption>${html(caption)}</caption>
<thead><tr>${heads.map((head) => `<th scope="col">${html(head)}</th>`).join('')}</tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table></div>`;
}

interface NamedCount extends Pick<KindCount, 'compared' | 'equal'> {
  readonly name: string;
}

/** Counts in the order of the glossary; comments on lines and in the conversation are one. Pure. */
export function countsByName(kinds: readonly KindCount[]): readonly NamedCount[] {
  const counts = new Map<string, NamedCount>();
  for (const { kind } of [...kinds].sort(inOrder)) {
    const [, name] = kindNames[kind];
    const same = kinds.filter((one) => kindNames[one.kind][1] === name);
    const compared = same.reduce((sum, one) => sum + one.compared, 0);
    counts.set(name, { name, compared, equal: same.reduce((sum, one) => sum + one.equal, 0) });
  }
  return [...counts.values()];
}

const order = Object.keys(kindNames);

function inOrder(one: KindCount, other: KindCount): number {
  return order.indexOf(one.kind) - order.indexOf(other.kind);
}
