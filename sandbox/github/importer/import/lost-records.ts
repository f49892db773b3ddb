import type { LoadedArchive } from '../archive.ts';
import type { ImporterRules } from '../importer-rules.ts';

type Finding = LoadedArchive['findings'][number];

/**
 * Tells whether nothing of the archive can be imported. Of people the importer takes no record that is malformed; of an export nothing
 * that no Data Center would write.
 */
export function isFatal(
  { severity, kind, file }: Finding,
  format: 'github' | 'bitbucket-server',
): boolean {
  if (severity !== 'error') return false;
  if (format === 'bitbucket-server') return true;
  if (kind === 'layout' || kind === 'json') return true;
  return kind === 'record' && /^(users|organizations|repositories)_/.test(file);
}

const kinds: Readonly<Record<string, string>> = {
  pull_requests: 'Pull Request',
  issues: 'Issue',
  issue_comments: 'Issue Comment',
  issue_events: 'Issue Event',
  pull_request_reviews: 'Pull Request Review',
  pull_request_review_threads: 'Pull Request Review Thread',
  pull_request_review_comments: 'Pull Request Review Thread Comment',
  commit_comments: 'Commit Comment',
  attachments: 'Attachment',
};

/** Fields that name people. */
const personFields =
  /^(user|actor|resolver|subject|(base|head)\.user|review_requests\[\]\.reviewer|reactions\[\]\.user) /;

/** Returns the records that do not arrive because of what they are, with the lines that the log has of them. */
export function findLosses(
  { findings }: LoadedArchive,
  rules: ImporterRules,
): { readonly records: ReadonlySet<string>; readonly lines: readonly string[] } {
  const records = new Set<string>();
  const lines: string[] = [];
  for (const { kind, severity, file, record, message } of findings) {
    const isLost = severity === 'error' && (kind === 'record' || kind === 'reference');
    if (!isLost || record === null || records.has(record)) continue;
    const isPerson = kind === 'reference' && personFields.test(message);
    if (isPerson && rules.takesUnknownPeople) continue;
    records.add(record);
    const why = /^pull_request_review_thread\b/.test(message)
      ? `{:thread_id=>["can't be blank"]}`
      : message;
    const name = kinds[file.replace(/_\d+\.json$/, '')] ?? 'Record';
    lines.push(
      `${name} with url ${record} could not be transformed. Reason: Document::ValidationError - ${why}`,
    );
  }
  return { records, lines };
}
