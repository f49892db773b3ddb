import { type ErrorCode, hasCode, MigratorError } from '../../../kernel/errors.ts';
import { count } from '../../../kernel/format/format.ts';
import type {
  CommitAuthor,
  LinkedIdentity,
  OrganizationMember,
} from '../../../ports/records/target-people.ts';
import type { TargetHost } from '../../../ports/target-host.ts';
import {
  type Evidence,
  managedLogins,
  noEvidence,
  type UnmappedPerson,
} from '../../../users/suggest/evidence.ts';
import { shortCodes } from '../../../users/suggest/names.ts';

export interface EvidenceRequest {
  readonly target: Pick<TargetHost, 'people'> & {
    readonly pullRequests: Pick<TargetHost['pullRequests'], 'findUsers'>;
  };
  readonly organization: string;
  /** Names of the repositories whose commits are read; `null`: those of the organization that were pushed to last. */
  readonly repositories: readonly string[] | null;
  readonly people: readonly UnmappedPerson[];
  /** Called with what is read next. */
  readonly onStep?: (step: string) => void;
  readonly signal: AbortSignal;
}

export interface FoundEvidence {
  readonly evidence: Evidence;
  /** Sentences about what could not be read. */
  readonly notes: readonly string[];
}

/** Requests for commits are a hundred commits each: these are at most 150 requests. */
const mostRepositories = 50;
const mostCommits = 300;
/** Without a migration only people's habits are looked for. */
const newestRepositories = 20;

/**
 * Reads who is who on the target: two requests for every hundred people, and up to three for each of 50 repositories. What
 * the host does not show becomes a note.
 */
export async function readEvidence(request: EvidenceRequest): Promise<FoundEvidence> {
  const { target, organization, people, signal, onStep } = request;
  const notes: string[] = [];
  if (people.length === 0) return { evidence: noEvidence, notes };
  const note = (text: string) => void notes.push(text);
  onStep?.(`Reading the members of ${organization}`);
  const members = await all<OrganizationMember>(
    target.people.listMembers({ organization, signal }),
    (why) => note(`Members of ${organization} were not read: ${why}.`),
  );
  onStep?.(`Reading single sign-on for ${organization}`);
  const identities = await all<LinkedIdentity>(
    target.people.listIdentities({ organization, signal }),
    (why) => note(`Single sign-on for ${organization} was not read: ${why}.`),
  );
  const authors = await readAuthors(request, note);
  const logins = [...members, ...identities].map(({ login }) => login);
  const managed = await findManaged(request, logins, note);
  return { evidence: { members, identities, authors, managed }, notes };
}

/** @returns each author once */
async function readAuthors(
  request: EvidenceRequest,
  note: (text: string) => void,
): Promise<readonly CommitAuthor[]> {
  const { target, organization, people, signal, onStep } = request;
  const names = await repositoriesOf(request, note);
  const found = new Map<string, CommitAuthor>();
  const wanted = new Set(people.flatMap(({ emails }) => emails.map((one) => one.toLowerCase())));
  const isCertain = people.every(({ emails }) => emails.length > 0);
  const refused: string[] = [];
  for (const name of names.slice(0, mostRepositories)) {
    if (isCertain && wanted.size === 0) break;
    onStep?.(`Reading commits from ${organization}/${name}`);
    const pages = target.people.listCommitAuthors({ owner: organization, name, signal });
    const some = await all(pages, () => void refused.push(name), mostCommits);
    for (const author of some) {
      found.set(JSON.stringify(author), author);
      if (author.login !== null) wanted.delete(author.email.toLowerCase());
    }
  }
  if (names.length > mostRepositories) {
    note(`Commits in ${mostRepositories} of ${names.length} repositories were read.`);
  }
  if (refused.length > 0) {
    note(`Commits in ${count(refused.length, 'repository', 'repositories')} were not read.`);
  }
  return [...found.values()];
}

async function repositoriesOf(
  { target, organization, repositories, signal }: EvidenceRequest,
  note: (text: string) => void,
): Promise<readonly string[]> {
  if (repositories !== null) return repositories;
  const asked = { organization, atMost: newestRepositories, signal };
  const found = await unlessRefused(target.people.listNewestRepositories(asked), (why) =>
    note(`Repositories in ${organization} were not read: ${why}.`),
  );
  return found ?? [];
}

/** Managed accounts need not be members yet: each login that would be somebody's is looked up. */
async function findManaged(
  { target, people, signal }: EvidenceRequest,
  logins: readonly string[],
  note: (text: string) => void,
): Promise<readonly string[]> {
  const codes = shortCodes(logins);
  const known = new Set(logins.map((login) => login.toLowerCase()));
  const wanted = people.flatMap((person) => managedLogins(person, codes));
  const unknown = [...new Set(wanted)].filter((login) => !known.has(login));
  if (unknown.length === 0) return [];
  const found = await unlessRefused(
    target.pullRequests.findUsers({ logins: unknown, signal }),
    (why) => note(`Managed accounts were not looked up: ${why}.`),
  );
  return [...(found?.values() ?? [])];
}

/** Returns what was read until the host refused, or until there was enough. */
async function all<Row>(
  pages: AsyncIterable<readonly Row[]>,
  onRefused: (why: string) => void,
  enough = Number.POSITIVE_INFINITY,
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  async function read(): Promise<void> {
    for await (const page of pages) {
      rows.push(...page);
      if (rows.length >= enough) return;
    }
  }
  await unlessRefused(read(), onRefused);
  return rows;
}

/** Refusals of this request alone: others would meet each request that follows. */
const refusals: readonly ErrorCode[] = ['permission', 'refused', 'not-found', 'bad-answer'];

async function unlessRefused<T>(
  work: Promise<T>,
  onRefused: (why: string) => void,
): Promise<T | null> {
  try {
    return await work;
  } catch (thrown) {
    if (!(thrown instanceof MigratorError) || !hasCode(thrown, ...refusals)) throw thrown;
    onRefused(thrown.message);
    return null;
  }
}
