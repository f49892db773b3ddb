import { count } from '../../../kernel/format/format.ts';
import { html, htmlLink } from '../../../kernel/format/html-text.ts';
import type { RecordedRepository } from '../../comparison/record/record.ts';
import { organizationName } from '../../comparison/record/wording.ts';
import type { Cause, ExceptionKind } from './causes.ts';
import { bothSides, chip, command, mostPrinted, number, sentence, type Tone } from './parts.ts';

interface Section {
  readonly id: string;
  readonly title: string;
  readonly kinds: readonly ExceptionKind[];
}

/** Sections in the order in which somebody has to act on them. */
const sections: readonly Section[] = [
  { id: 'defects', title: 'Defects', kinds: ['defect'] },
  { id: 'not-verified', title: 'Not verified', kinds: ['unverified', 'unfinished'] },
  { id: 'not-applied', title: 'Settings not fully applied', kinds: ['not-applied'] },
  { id: 'expected', title: 'Expected differences', kinds: ['expected'] },
  { id: 'to-do', title: 'To do', kinds: ['changed-on-source', 'not-compared'] },
  { id: 'added-since', title: 'Added since', kinds: ['added-since'] },
];

const chips: Readonly<Record<ExceptionKind, readonly [Tone, string]>> = {
  defect: ['bad', 'defect'],
  unverified: ['bad', 'not verified'],
  unfinished: ['bad', 'not finished'],
  'not-applied': ['note', 'not applied'],
  expected: ['note', 'expected'],
  'changed-on-source': ['note', 'changed on Bitbucket'],
  'not-compared': ['note', 'not compared'],
  'added-since': ['plain', 'added since'],
};

/** More of one cause are folded, so that the next cause stays in sight; defects never are. */
const mostOpen = 20;

interface Filled extends Section {
  readonly causes: readonly Cause[];
  readonly items: number;
}

export function filledSections(causes: readonly Cause[]): readonly Filled[] {
  return sections.flatMap((section) => {
    const own = causes.filter(({ kind }) => section.kinds.includes(kind));
    const items = own.reduce((sum, { exceptions }) => sum + exceptions.length, 0);
    return own.length === 0 ? [] : [{ ...section, causes: own, items }];
  });
}

export function exceptionSections(filled: readonly Filled[]): string {
  return filled
    .map(
      ({ id, title, causes, items }) => `<section id="${id}">
<h2>${html(title)} <span class="quiet">${number(items)}</span></h2>
${causes.map(causeArticle).join('\n')}
</section>`,
    )
    .join('\n');
}

function causeArticle(cause: Cause): string {
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
<h3>${chip(tone, isLoss ? 'lost by the importer' : text)} ${sentence(title)}</h3>
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
function row(repository: RecordedRepository, { exceptions, saysAll, saysName }: Cause): string {
  const items = exceptions.flatMap(({ item, message }) => {
    const said = saysAll ? '' : ` <span class="said">${sentence(message)}</span>`;
    if (item === null) return saysAll ? [] : [`<span class="item">${said}</span>`];
    if (saysName && saysAll) return [];
    const name = saysName ? '' : htmlLink(item.url, item.name);
    const origin = item.sourceUrl === null ? '' : ` (${htmlLink(item.sourceUrl, 'source')})`;
    return [`<span class="item">${name}${origin}${said}</span>`];
  });
  const style = saysAll ? 'names' : 'names said-each';
  return `<li><span class="where">${bothSides(repository)}</span> <span class="${style}">${items.join(' ')}</span></li>`;
}
