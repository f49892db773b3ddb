import type { GitTool } from '../../git/process/git-tool.ts';
import type { KindName } from '../records/kinds.ts';
import type { ServerComment } from '../records/server/shapes.ts';
import { type ArchiveContents, newContents } from './archive-contents.ts';
import { checkLayout, gitPath } from './check-layout.ts';
import type { ReadArchive } from './entries/read-entries.ts';
import { readArchive } from './read-archive.ts';
import { type Conversations, checkConversations } from './records/conversation.ts';
import type { ArchiveFinding } from './records/findings.ts';
import { checkRepository } from './repository/check-repository.ts';
import { checkServerArchive } from './server/check-server-archive.ts';
import { isServerArchive } from './server/is-server-archive.ts';
import type { ServerContents } from './server/server-contents.ts';

export interface ArchiveSummary {
  readonly format: 'github' | 'bitbucket-server';
  /** Version of the format that schema.json names, or of the Data Center; `null` where it does not. */
  readonly version: string | null;
  /** Number of records of each kind that is there. */
  readonly records: Readonly<Partial<Record<KindName, number>>>;
  /** Paths of the bare repositories. */
  readonly repositories: readonly string[];
  readonly errors: number;
  readonly warnings: number;
  /** The first 10,000. */
  readonly findings: readonly ArchiveFinding[];
}

/**
 * Reads an archive strictly, of GitHub's format or a Data Center's export: its layout, the shape and the references of all records, what
 * contradicts itself, and the repositories with git.
 * @throws MigratorError `input-file` where it cannot be read to its end
 */
export async function checkArchive(
  options: ReadArchive & { readonly git: GitTool },
): Promise<ArchiveSummary> {
  if (await isServerArchive(options)) return serverSummary(await checkServerArchive(options));
  const contents = newContents();
  await readArchive(options, contents);
  const { findings, references, conversations, described } = contents;
  checkLayout(contents);
  references.finish(findings.report);
  checkConversations(conversations, findings.report);
  for (const { record } of described) {
    const directory = contents.repositories.get(gitPath(record));
    if (directory === undefined) continue;
    await checkRepository({
      mirror: { git: options.git, directory, signal: options.signal },
      file: gitPath(record),
      defaultBranch: String(record.default_branch),
      conversations: conversationsOf(contents, record.url),
      report: findings.report,
    });
  }
  return {
    format: 'github',
    version: contents.version,
    records: Object.fromEntries(contents.records),
    repositories: [...contents.repositories.keys()],
    errors: findings.errors(),
    warnings: findings.warnings(),
    findings: findings.list(),
  };
}

function serverSummary(contents: ServerContents): ArchiveSummary {
  const { instance, pulls, repository, findings } = contents;
  const activities = [...pulls.values()].flatMap((pull) => pull.activities ?? []);
  const roots = activities.flatMap((one) => (one.kind === 'COMMENT:ADDED' ? [one.comment] : []));
  const inline = roots.filter(({ thread }) => thread?.anchor !== undefined);
  const [said, placed] = [countComments(roots), countComments(inline)];
  const counts: ArchiveSummary['records'] = {
    pull_requests: pulls.size,
    issue_comments: said - placed,
    pull_request_review_threads: inline.length,
    pull_request_review_comments: placed,
    issue_events: activities.length - roots.length,
  };
  return {
    format: 'bitbucket-server',
    version: instance?.version ?? null,
    records: Object.fromEntries(Object.entries(counts).filter(([, many]) => many > 0)),
    repositories: repository === null ? [] : [repository.slug],
    errors: findings.errors(),
    warnings: findings.warnings(),
    findings: findings.list(),
  };
}

function countComments(roots: readonly ServerComment[]): number {
  const all = [...roots];
  for (const { comments } of all) all.push(...comments);
  return all.length;
}

/** Picks the conversations of one repository: an archive may hold several. */
function conversationsOf({ conversations }: ArchiveContents, repository: string): Conversations {
  const isOwn = (address: string | null | undefined) =>
    address?.startsWith(`${repository}/`) === true;
  const own = <Value extends { record: { url: string } }>(all: ReadonlyMap<string, Value>) =>
    new Map([...all].filter(([address]) => isOwn(address)));
  return {
    ...conversations,
    pullRequests: own(conversations.pullRequests),
    reviews: own(conversations.reviews),
    threads: own(conversations.threads),
    comments: own(conversations.comments),
    events: conversations.events.filter(({ record }) => isOwn(record.url)),
  };
}
