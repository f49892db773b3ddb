import type { ArchiveSummary } from '../../archive/check/check-archive.ts';
import type { ArchiveFinding } from '../../archive/check/records/findings.ts';
import type { KindName } from '../../archive/records/kinds.ts';
import { count } from '../../kernel/format/format.ts';
import { safe } from '../../kernel/format/terminal-text.ts';

/** So many findings of one kind are shown; --json has more. */
const shown = 10;

/** The summary for people. Pure. */
export function checkLines(path: string, summary: ArchiveSummary): readonly string[] {
  const { format: kind, version, records, repositories, errors, warnings, findings } = summary;
  const counted = (Object.keys(nouns) as KindName[]).flatMap((kind) => {
    const many = records[kind] ?? 0;
    return many === 0 ? [] : [count(many, ...nouns[kind])];
  });
  const named = kind === 'github' ? 'format' : 'Data Center export';
  const format = version === null ? 'no version' : `${named} ${safe(version)}`;
  const head = `${safe(path)}: ${format}, ${count(repositories.length, 'repository', 'repositories')}`;
  const groups = [...Map.groupBy(findings, ({ kind }) => kind)];
  return [
    [head, ...counted].join(', '),
    ...groups.flatMap(([kind, group]) => [
      '',
      `${titles[kind]} (${group.length})`,
      ...groupLines(group),
    ]),
    '',
    errors === 0 && warnings === 0
      ? 'No problems found.'
      : `${count(errors, 'error')}, ${count(warnings, 'warning')}.`,
  ];
}

function groupLines(group: readonly ArchiveFinding[]): readonly string[] {
  const lines = group.slice(0, shown).map(({ severity, file, record, message }) => {
    const where = record === null ? safe(file) : `${safe(file)} ${safe(record)}`;
    return `  ${severity === 'error' ? '✗' : '!'} ${where}: ${safe(message)}`;
  });
  const more = group.length - shown;
  return more > 0 ? [...lines, `    and ${count(more, 'more', 'more')}; --json lists them`] : lines;
}

const titles: Readonly<Record<ArchiveFinding['kind'], string>> = {
  layout: 'Layout',
  json: 'JSON',
  record: 'Records',
  duplicate: 'Duplicates',
  reference: 'References',
  state: 'Pull request states',
  time: 'Times',
  thread: 'Review threads',
  position: 'Diff positions',
  commit: 'Missing commits',
  ref: 'Refs',
  git: 'Git objects',
  attachment: 'Attachments',
  size: 'Size',
};

const nouns: Readonly<Record<KindName, readonly [string, string]>> = {
  pull_requests: ['pull request', 'pull requests'],
  issue_comments: ['comment', 'comments'],
  pull_request_reviews: ['review', 'reviews'],
  pull_request_review_threads: ['review thread', 'review threads'],
  pull_request_review_comments: ['review comment', 'review comments'],
  issue_events: ['event', 'events'],
  issues: ['issue', 'issues'],
  commit_comments: ['commit comment', 'commit comments'],
  attachments: ['attachment', 'attachments'],
  users: ['user', 'users'],
  bots: ['bot', 'bots'],
  organizations: ['organization', 'organizations'],
  repositories: ['repository record', 'repository records'],
};

/** The one document of --json. Pure. */
export function checkJson(
  path: string,
  summary: ArchiveSummary,
): Readonly<Record<string, unknown>> {
  const { format, version, records, repositories, errors, warnings, findings } = summary;
  return {
    type: 'archive-check',
    path,
    outcome: errors === 0 ? 'whole' : 'broken',
    ...{ format, version, records, repositories, errors, warnings, findings },
  };
}
