import type { GitTool } from '../../git/process/git-tool.ts';
import type { KindName } from '../records/kinds.ts';
import { type ArchiveContents, newContents } from './archive-contents.ts';
import { checkLayout, gitPath } from './check-layout.ts';
import { type ReadArchive, readArchive } from './read-archive.ts';
import { type Conversations, checkConversations } from './records/conversation.ts';
import type { ArchiveFinding } from './records/findings.ts';
import { checkRepository } from './repository/check-repository.ts';

export interface ArchiveSummary {
  /** Version of the format that schema.json names; `null` where it does not. */
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
 * Reads an archive of GitHub's format strictly: its layout, the shape and the references of all records, what
 * contradicts itself, and the repositories with git.
 * @throws MigratorError `input-file` where it cannot be read to its end
 */
export async function checkArchive(
  options: ReadArchive & { readonly git: GitTool },
): Promise<ArchiveSummary> {
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
    version: contents.version,
    records: Object.fromEntries(contents.records),
    repositories: [...contents.repositories.keys()],
    errors: findings.errors(),
    warnings: findings.warnings(),
    findings: findings.list(),
  };
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
