import { createHash } from 'node:crypto';
import { html } from '../../../kernel/format/html-text.ts';
import type { VerificationRecord } from '../../comparison/record/record.ts';
import { requestsText } from '../../comparison/record/wording.ts';
import { calibrationSection } from './calibration.ts';
import { causesOf } from './causes.ts';
import { compared, heading } from './certificate.ts';
import { countCauses, otherSections, sectionsOf, toDoSection } from './exceptions.ts';
import { number } from './parts.ts';
import { repositorySection } from './repositories.ts';
import { searchField, searchScript } from './search.ts';
import { verificationStyle } from './style.ts';
import { verdictOf } from './verdict.ts';

/**
 * A verification as a self-contained page. Its content security policy allows its own style and its search, each by its digest, and
 * no other script, image, frame, form or connection.
 */
export function verificationHtml(record: VerificationRecord): string {
  const policy = `default-src 'none'; style-src '${digestOf(verificationStyle)}'; script-src '${digestOf(searchScript)}'; base-uri 'none'; form-action 'none'`;
  const causes = causesOf(record);
  const sections = sectionsOf(causes);
  const { calibration, migration, repositories } = record;
  const [verdict = ''] = verdictOf(record).lines;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>Verification of ${html(migration)}: ${html(verdict)}</title>
<style>${verificationStyle}</style>
</head>
<body>
${heading(record)}
${contents([
  { id: 'to-do', title: 'To do', items: countCauses(sections.toDo) },
  { id: 'compared', title: 'Compared', items: record.counts.compared },
  ...sections.toKnow,
  { id: 'repositories', title: 'Repositories', items: repositories.length },
])}
${searchField}
<main>
${toDoSection(sections)}
${compared(record)}
${otherSections(sections)}
${repositorySection(record, causes)}
${calibration === null ? '' : calibrationSection(calibration)}
<p class="quiet">The comparison took ${html(requestsText(record))}.</p>
</main>
<script>${searchScript}</script>
</body>
</html>
`;
}

function digestOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

function contents(
  sections: readonly { readonly id: string; readonly title: string; readonly items: number }[],
): string {
  const links = sections.map(
    ({ id, title, items }) => `<a href="#${id}">${html(title)} ${number(items)}</a>`,
  );
  return `<nav aria-label="Contents">${links.join(' ')}</nav>`;
}
