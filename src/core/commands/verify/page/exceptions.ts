import { count } from '../../../kernel/format/format.ts';
import { html, htmlLink } from '../../../kernel/format/html-text.ts';
import type { RecordedRepository } from '../../comparison/record/record.ts';
import { organizationName, verdictTitles } from '../../comparison/record/wording.ts';
import type { Cause, ExceptionKind } from './causes.ts';
import { addressesAfter } from './general-form.ts';
import { bothSides, chip, command, mostPrinted, number, sentence, type Tone } from './parts.ts';

interface Part {
  /** For links within the page. */
  readonly id: string;
  readonly title: string;
  readonly kinds: readonly ExceptionKind[];
}

/** Parts that somebody has to act on, in the order in which they do. */
const toDo: readonly Part[] = [
  { id: 'defects', title: 'Defects', kinds: ['defect'] },
  { id: 'not-verified', title: 'Not verified', kinds: ['unverified', 'unfinished'] },
  { id: 'not-applied', title: verdictTitles['not-applied'], kinds: ['not-applied'] },
  { id: 'by-hand', title: verdictTitles['by-hand'], kinds: ['by-hand'] },
  { id: 'left-behind', title: verdictTitles['left-behind'], kinds: ['left-behind'] },
  { id: 'changed', title: verdictTitles['changed-on-source'], kinds: ['changed-on-source'] },
  { id: 'not-compared', title: 'Not compared', kinds: ['not-compared'] },
];

/** Parts that are there to read. */
const toKnow: readonly Part[] = [
  { id: 'added-since', title: verdictTitles['added-since'], kinds: ['added-since'] },
  { id: 'expected', title: verdictTitles.expected, kinds: ['expected'] },
];

const chips: Readonly<Record<ExceptionKind, readonly [Tone, string]>> = {
  defect: ['bad', 'defect'],
  unverified: ['bad', 'not verified'],
  unfinished: ['bad', 'not finished'],
  'not-applied': ['note', 'not applied'],
  'by-hand': ['note', 'by hand'],
  'left-behind': ['note', 'on Bitbucket'],
  expected: ['plain', 'expected'],
  'changed-on-source': ['note', 'changed on Bitbucket'],
  'not-compared': ['note', 'not compared'],
  'added-since': ['plain', 'added since'],
};

/** More of one cause are folded, so that the next cause stays in sight; defects never are. */
const mostOpen = 20;

interface Filled extends Part {
  readonly causes: readonly Cause[];
  readonly items: number;
}

/** Sections of the page that have anything, what is to do apart. */
export interface Sections {
  readonly toDo: readonly Filled[];
  readonly toKnow: readonly Filled[];
}

export function sectionsOf(causes: readonly Cause[]): Sections {
  const filled = (parts: readonly Part[]) =>
    parts.flatMap((part) => {
      const own = causes.filter(({ kind }) => part.kinds.includes(kind));
      return own.length === 0 ? [] : [{ ...part, causes: own, items: itemsIn(own) }];
    });
  return { toDo: filled(toDo), toKnow: filled(toKnow) };
}

function itemsIn(causes: readonly Cause[]): number {
  return causes.reduce((sum, { exceptions }) => sum + exceptions.length, 0);
}

/** Counts what has a cause of its own. Pure. */
export function countCauses(parts: readonly Filled[]): number {
  return parts.reduce((sum, { causes }) => sum + causes.length, 0);
}

/** Counts causes first: each is one thing to do, however many items have it. Pure. */
function toDoCount(parts: readonly Filled[]): string {
  const causes = countCauses(parts);
  const items = parts.reduce((sum, part) => sum + part.items, 0);
  return items === causes ? number(causes) : `${number(causes)}, with ${count(items, 'item')}`;
}

/** Everything that somebody has to act on, by kind and cause. */
export function toDoSection({ toDo: parts }: Sections): string {
  const all = parts.map(
    ({ id, title, causes, items }) => `<section id="${id}">
<h3>${html(title)} <span class="quiet">${number(items)}</span></h3>
${causes.map((cause) => causeArticle(cause, 'h4')).join('\n')}
</section>`,
  );
  return `<section id="to-do">
<h2>To do <span class="quiet">${toDoCount(parts)}</span></h2>
${parts.length === 0 ? '<p>Nothing is left to do.</p>' : all.join('\n')}
</section>`;
}

/** Lists differences without anything to do. */
export function otherSections({ toKnow: parts }: Sections): string {
  return parts
    .map(
      ({ id, title, causes, items }) => `<section id="${id}">
<h2>${html(title)} <span class="quiet">${number(items)}</span></h2>
${causes.map((cause) => causeArticle(cause, 'h3')).join('\n')}
</section>`,
    )
    .join('\n');
}

/** @param heading below that of its section */
function causeArticle(cause: Cause, heading: 'h3' | 'h4'): string {
  const { id, kind, isLoss, title, exceptions } = cause;
  const [tone, text] = chips[kind];
  const places = Map.groupBy(exceptions, ({ repository }) => repository);
  const isWhole = exceptions.every(({ item }) => item === null);
  const isOfOrganization = [...places.keys()].every(({ source }) => source === organizationName);
  const repositories = isOfOrganization
    ? 'the organization'
    : count(places.size, 'repository', 'repositories');
  const isOnce = isWhole || (cause.saysName && cause.saysAll);
  const many = isOnce ? repositories : `${count(exceptions.length, 'item')} in ${repositories}`;
  const rows =
    cause.saysName && cause.saysAll && places.size > 1
      ? [allOf([...places.keys()])]
      : [...places].map(([repository, all]) => row(repository, { ...cause, exceptions: all }));
  const list = `<ul class="items">\n${rows.join('\n')}\n</ul>`;
  const one = exceptions.length === 1 ? ' one' : '';
  const head = `<article class="cause ${tone}${one}" id="${id}">
<${heading}>${chip(tone, isLoss ? 'lost by the importer' : text)} ${sentence(title)}</${heading}>
${mend(cause)}`;
  if (one !== '') return `${head}\n${list}\n</article>`;
  const isOpen = kind === 'defect' || exceptions.length <= mostOpen;
  const isPrinted = kind === 'defect' || exceptions.length <= mostPrinted;
  const style = isPrinted ? '' : ' class="screen"';
  const left = isPrinted
    ? ''
    : `\n<p class="paper">${html(many)}, listed in the page and in JSON.</p>`;
  return `${head}
<details${style}${isOpen ? ' open="open"' : ''}><summary>${html(many)}</summary>
${list}
</details>${left}
</article>`;
}

function mend({ remedy: { text, command: line } }: Cause): string {
  const typed = line === null ? '' : ` ${command(line)}`;
  return `<p class="mend">${sentence(text)}${typed}</p>`;
}

/** Every repository that has the same, in one row. */
function allOf(repositories: readonly RecordedRepository[]): string {
  const names = repositories.map((one) => `<span class="item">${bothSides(one)}</span>`);
  return `<li class="wide"><span class="names">${names.join(' ')}</span></li>`;
}

/** One repository, with its items and their pages on both sides; its own pages where an item has none. */
function row(
  repository: RecordedRepository,
  { exceptions, said: inTitle, saysAll, saysName }: Cause,
): string {
  const items = exceptions.flatMap(({ item, message }) => {
    const said = saysAll ? '' : ` <span class="said">${messageHtml(message, inTitle)}</span>`;
    if (item === null) return saysAll ? [] : [`<span class="item">${said}</span>`];
    if (saysName && saysAll) return [];
    const name = saysName ? '' : htmlLink(item.url, item.name);
    const origin = item.sourceUrl === null ? '' : ` (${htmlLink(item.sourceUrl, 'source')})`;
    return [`<span class="item">${name}${origin}${said}</span>`];
  });
  const style = saysAll ? 'names' : 'names said-each';
  return `<li><span class="where">${bothSides(repository)}</span> <span class="${style}">${items.join(' ')}</span></li>`;
}

/** Writes the part of a message that the title does not say, with its addresses as links. */
function messageHtml(message: string, inTitle: string): string {
  const { text, addresses } = addressesAfter(message);
  if (addresses.length === 0) return sentence(message);
  const before = text === inTitle ? '' : `${sentence(text)}: `;
  return `${before}${addresses.map((one) => htmlLink(one, one)).join(', ')}`;
}
