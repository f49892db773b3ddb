import { count } from '../../../kernel/format/format.ts';
import { html, htmlLink } from '../../../kernel/format/html-text.ts';
import type { VerificationRecord } from '../../comparison/record/record.ts';
import { gradeCounts, notCarried, type SettledGrade } from '../../comparison/record/wording.ts';
import { chip, command, countsByName, gradeTones, number, table, time } from './parts.ts';
import { verdictOf } from './verdict.ts';

/** The verdict, and of what. */
export function heading(record: VerificationRecord): string {
  return `<header>
<h1>Verification of <span class="id">${html(record.migration)}</span></h1>
${verdict(record)}
${facts(record)}
</header>`;
}

/** Counts by kind and the seal: with the heading the first page on paper. */
export function compared(record: VerificationRecord): string {
  return `<section id="compared">
<h2>Compared <span class="quiet">${number(record.counts.compared)}</span></h2>
${countsTable(record)}
${grades(record)}
${acceptedChecks(record)}
<p class="quiet">${html(notCarried(record))}</p>
${seal(record)}
</section>`;
}

function verdict(record: VerificationRecord): string {
  const { isGood, lines } = verdictOf(record);
  const [first = '', ...rest] = lines;
  const tone = isGood ? 'good' : 'bad';
  const more = rest.map((line) => `<p>${html(line)}</p>`).join('\n');
  return `<div class="banner ${tone}">
<p class="verdict">${html(first)}</p>
${more}
</div>`;
}

const sourceNames: Readonly<Record<string, string>> = {
  'bitbucket-cloud': 'Bitbucket Cloud',
  'bitbucket-data-center': 'Bitbucket Data Center',
};

function facts(record: VerificationRecord): string {
  const { source, target, at, version, hasRereadSource } = record;
  const { host, organization } = target;
  const owner = `${host.replace(/\/+$/, '')}/${encodeURIComponent(organization)}`;
  const rows: readonly (readonly [string, string])[] = [
    ['Source', html(`${sourceNames[source.kind] ?? source.kind}, ${source.workspace}`)],
    ['Target', htmlLink(owner, `${host}/${organization}`)],
    ['Compared', time(at)],
    ['By', html(`migrator ${version}`)],
    [
      'Against',
      hasRereadSource
        ? 'The state of the migration, and Bitbucket as it is now'
        : 'The record of the migration',
    ],
  ];
  const each = rows.map(([name, value]) => `<div><dt>${html(name)}</dt><dd>${value}</dd></div>`);
  return `<dl>\n${each.join('\n')}\n</dl>`;
}

function countsTable({ kinds }: VerificationRecord): string {
  const rows = countsByName(kinds).map(({ name, compared, equal }) => {
    const other = compared - equal;
    const result =
      other === 0
        ? chip('good', 'equal')
        : chip('bad', `${number(other)} ${other === 1 ? 'differs' : 'differ'}`);
    return `<tr><th scope="row">${html(name)}</th><td class="number">${number(equal)} of ${number(compared)}</td><td>${result}</td></tr>`;
  });
  if (rows.length === 0) return '';
  return table({ caption: 'By kind', heads: ['Kind', 'Equal', 'Result'], rows });
}

const gradeMeanings: Readonly<Partial<Record<SettledGrade, string>>> = {
  stricter: 'Stricter: GitHub allows less than Bitbucket did.',
  none: 'By hand: nothing was set.',
  planned: 'Planned: not applied yet, so not compared.',
};

/** Planned settings by grade, in one line; those by hand lead to what is to do. */
function grades({ repositories, counts: found }: VerificationRecord): string {
  const counts = gradeCounts(repositories);
  if (counts.length === 0) return '';
  const total = repositories.reduce((sum, { settings }) => sum + settings.length, 0);
  const each = counts.map(({ grade, text }) =>
    grade === 'none' && found.byHand > 0
      ? `<a href="#by-hand">${chip(gradeTones[grade], text)}</a>`
      : chip(gradeTones[grade], text),
  );
  const meanings = counts.flatMap(({ grade }) => gradeMeanings[grade] ?? []);
  return `<p>${count(total, 'setting')} of the plan: ${each.join(' ')}</p>
<p class="quiet">${meanings.join(' ')} Each repository lists its settings with the reason.</p>
<p class="quiet">The settings on GitHub are what the plan became there, with the default branch, description, topics and visibility of each repository.</p>`;
}

/** Problems of checks that somebody has accepted in the plan. */
function acceptedChecks({ accepted = [] }: VerificationRecord): string {
  if (accepted.length === 0) return '';
  const rows = accepted.map(
    ({ check, repository, by, reason }) =>
      `<tr><th scope="row">${html(check)}</th><td>${html(repository ?? 'all')}</td><td>${html(by)}</td><td>${html(reason)}</td></tr>`,
  );
  return table({ caption: 'Accepted', heads: ['Check', 'Repository', 'By', 'Reason'], rows });
}

function seal({ sha256 }: VerificationRecord): string {
  return `<div class="seal">
<p>SHA-256 of the report's data</p>
<p><code class="digest">${html(sha256)}</code></p>
<p class="quiet">Covers what ${command('verify --json')} prints in the same run, without "sha256", as canonical JSON (RFC 8785).</p>
</div>`;
}
