import { createHash } from 'node:crypto';
import type { Calibration, ProbeResult } from '../../../calibration/probes/findings.ts';
import { count } from '../../../kernel/format/format.ts';
import { html, htmlLink } from '../../../kernel/format/html-text.ts';
import {
  type Counts,
  countOf,
  type Difference,
  type RepositoryFindings,
  type Verdict,
  type Verification,
} from '../../../verbs/verify/findings/difference.ts';
import {
  headlineOf,
  kindWords,
  notCarried,
  notVerified,
  remedyOf,
  requestsText,
  verdicts,
  verdictTitles,
} from '../record/wording.ts';
import { verificationStyle } from './style.ts';

/**
 * A verification as a self-contained page. Its content security policy allows its own style, and no script, image, frame, form
 * or connection.
 */
export function verificationHtml(
  result: Verification,
  calibration: Calibration | null = null,
): string {
  const styleHash = createHash('sha256').update(verificationStyle).digest('base64');
  const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>Verification of ${html(result.migration)}</title>
<style>${verificationStyle}</style>
</head>
<body>
${head(result)}
<main>
${overview(result)}
${result.repositories.map(section).join('\n')}
${calibration === null ? '' : proved(calibration)}
</main>
<footer><p>${html(notCarried(result))}</p></footer>
</body>
</html>
`;
}

function head(result: Verification): string {
  const { counts, source, target } = result;
  const { outcome, text } = headlineOf(result);
  const isToBeSaid = outcome === 'not-complete' || outcome === 'nothing-compared';
  const without = notVerified(result);
  const headline = [...(isToBeSaid ? [text] : []), ...(without === null ? [] : [without])].map(
    (line) => verdictLine(line, 'bad'),
  );
  const found =
    counts.defects === 0
      ? verdictLine('No differences', 'good')
      : verdictLine(count(counts.defects, 'defect'), 'bad');
  const verdict = [...headline, ...(counts.compared === 0 ? [] : [found])].join('\n');
  const time = `<time datetime="${html(result.at)}">${html(result.at.slice(0, 16).replace('T', ' '))} UTC</time>`;
  return `<header>
<h1>Verification of <span class="id">${html(result.migration)}</span></h1>
<p>From ${html(source.workspace)} to ${html(target.organization)} on ${html(target.host)}, ${time}</p>
${verdict}
${tiles(result)}
<p class="quiet">It took ${html(requestsText(result))}.</p>
</header>`;
}

function verdictLine(text: string, style: 'good' | 'bad'): string {
  return `<p class="verdict ${style}">${html(text)}</p>`;
}

function tiles({ counts, hasRereadSource }: Verification): string {
  const shown: readonly (readonly [string, number])[] = [
    ['items compared', counts.compared],
    ['equal', counts.equal],
    ['defects', counts.defects],
    ['expected differences', counts.expected],
    ['added since', counts.addedSince],
    ...(hasRereadSource ? [['changed on the source', counts.changedOnSource] as const] : []),
  ];
  const each = shown.map(
    ([name, many]) => `<div><dt>${html(name)}</dt><dd>${number(many)}</dd></div>`,
  );
  return `<dl>\n${each.join('\n')}\n</dl>`;
}

function overview({ repositories, hasRereadSource }: Verification): string {
  const columns: readonly (readonly [string, keyof Counts])[] = [
    ['compared', 'compared'],
    ['equal', 'equal'],
    ['defects', 'defects'],
    ['expected', 'expected'],
    ['added since', 'addedSince'],
    ...(hasRereadSource ? [['changed on the source', 'changedOnSource'] as const] : []),
  ];
  const rows = repositories.map((one, index) => {
    const counts = countOf(one);
    const name = hasSection(one)
      ? `<a href="#repository-${index}">${html(one.source)}</a>`
      : html(one.source);
    const cells = columns.map(([, key]) => {
      const isBad = key === 'defects' && counts.defects > 0;
      return `<td class="number${isBad ? ' bad' : ''}">${number(counts[key])}</td>`;
    });
    return `<tr><th scope="row">${name}</th><td>${htmlLink(one.webUrl, one.target)}</td>${cells.join('')}</tr>`;
  });
  const heads = columns.map(([name]) => `<th scope="col" class="number">${html(name)}</th>`);
  return `<h2>Repositories</h2>
<div class="scroll"><table>
<thead><tr><th scope="col">source</th><th scope="col">target</th>${heads.join('')}</tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table></div>`;
}

function hasSection({ differences, notes, unverified, settings }: RepositoryFindings): boolean {
  return differences.length + notes.length + settings.length > 0 || unverified !== null;
}

function section(repository: RepositoryFindings, index: number): string {
  if (!hasSection(repository)) return '';
  const notes = repository.notes.map((note) => `<p class="quiet">${html(note)}</p>`);
  const { unverified } = repository;
  const without =
    unverified === null
      ? []
      : [
          verdictLine(`Not verified: ${unverified.message}`, 'bad'),
          `<p>${html(unverified.hint)}</p>`,
        ];
  const tables = verdicts.flatMap((verdict) => table(repository, verdict));
  return `<section id="repository-${index}">
<h2>${html(repository.source)}</h2>
${[...without, ...notes, ...tables, ...settingsTable(repository)].join('\n')}
</section>`;
}

/** Returns what a calibration has proved on the target itself. */
function proved({ host, hostVersion, at, results }: Calibration): string {
  const rows = results.map(
    ({ expected, seen, verdict, consequence }) =>
      `<tr><td>${html(calibrationVerdicts[verdict])}</td><td>${html(expected)}</td><td>${html(seen)}</td><td>${html(verdict === 'other' ? consequence : '')}</td></tr>`,
  );
  const day = new Date(at).toISOString();
  const version = hostVersion === null ? '' : ` ${hostVersion}`;
  return `<section id="calibration">
<h2>What was proved on ${html(host)}</h2>
<p class="quiet">Calibration of ${html(host)}${html(version)}, <time datetime="${day}">${day.slice(0, 16).replace('T', ' ')} UTC</time></p>
<div class="scroll"><table>
<thead><tr><th scope="col"></th><th scope="col">expected</th><th scope="col">seen</th><th scope="col">so</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table></div>
</section>`;
}

const calibrationVerdicts: Readonly<Record<ProbeResult['verdict'], string>> = {
  'as-expected': 'as expected',
  other: 'other',
  failed: 'could not be tried',
  'not-probed': 'not probed',
};

/** Describes what each setting of Bitbucket became; what differs now stands above. */
function settingsTable({ settings }: RepositoryFindings): string[] {
  if (settings.length === 0) return [];
  const rows = settings.map(
    ({ source, target, grade, why }) =>
      `<tr><td>${html(source)}</td><td>${html(target)}</td><td>${html(grade)}</td><td>${html(why)}</td></tr>`,
  );
  return [
    `<div class="scroll"><table>
<caption>Settings (${number(rows.length)})</caption>
<thead><tr><th scope="col">on Bitbucket</th><th scope="col">on GitHub</th><th scope="col">grade</th><th scope="col">why</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table></div>`,
  ];
}

function table({ differences }: RepositoryFindings, wanted: Verdict): string[] {
  const rows = differences.filter(({ verdict }) => verdict === wanted);
  if (rows.length === 0) return [];
  const isDefect = wanted === 'defect';
  const remedy = isDefect ? '<th scope="col">what to do</th>' : '';
  const style = isDefect ? ' class="bad"' : '';
  return [
    `<div class="scroll"><table>
<caption${style}>${html(verdictTitles[wanted])} (${number(rows.length)})</caption>
<thead><tr><th scope="col">what</th><th scope="col">which</th><th scope="col">difference</th>${remedy}</tr></thead>
<tbody>
${rows.map((row) => differenceRow(row, isDefect)).join('\n')}
</tbody>
</table></div>`,
  ];
}

function differenceRow(difference: Difference, isDefect: boolean): string {
  const { kind, name, url, message } = difference;
  const remedy = isDefect ? `<td>${html(remedyOf(difference) ?? '')}</td>` : '';
  return `<tr><td>${html(kindWords[kind])}</td><td>${htmlLink(url, name)}</td><td>${html(message)}</td>${remedy}</tr>`;
}

function number(many: number): string {
  return many.toLocaleString('en-US');
}
