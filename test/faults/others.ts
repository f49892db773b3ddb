import type { Workplace } from '../helpers/program/workplace.ts';
import { git, makeRepository, refsOf } from '../helpers/repositories/git-fixture.ts';
import type { Finding } from './census/finding.ts';

const name = 'not-ours';

/** Puts a repository of somebody else's beside the targets. */
export function addOthersRepository({ sandbox, folder }: Workplace): void {
  const { github, organization } = sandbox;
  const owner = github.findAccount(organization);
  if (owner === null) throw new Error(`There is no ${organization}`);
  const { directory } = github.createRepository({ name, owner, creator: owner });
  const work = makeRepository(folder, name);
  git(work, 'push', '-q', directory, '--all');
  git(work, 'push', '-q', directory, '--tags');
  github.addIssue(`${organization}/${name}`, { title: 'Not to be touched' });
}

/** All that a migration must not change: the whole source, and what the target had before. */
export function photographOthers({ sandbox }: Workplace): ReadonlyMap<string, string> {
  const { bitbucket, github, organization } = sandbox;
  const photographs = new Map<string, string>();
  for (const repository of bitbucket.repositories) {
    const { slug, git: data, pullRequests, updatedOn } = repository;
    const refs = data.kind === 'stored' ? refsOf(data.directory) : '';
    const numbers = pullRequests.map(({ number, state, updatedOn: on }) => [number, state, on]);
    photographs.set(`${slug} on Bitbucket`, JSON.stringify([refs, numbers, updatedOn]));
  }
  const other = github.findRepository(`${organization}/${name}`);
  if (other !== null) {
    const { id, description, private: isPrivate, archived, issues, pulls, directory } = other;
    const titles = issues.map(({ title, state, comments }) => [title, state, comments.length]);
    const seen = [id, description, isPrivate, archived, titles, pulls.length, refsOf(directory)];
    photographs.set(`${name} on GitHub`, JSON.stringify(seen));
  }
  return photographs;
}

/** Compares what has changed since then, and what there is on the target that nobody planned. */
export function compareOthers(
  place: Workplace,
  before: ReadonlyMap<string, string>,
  planned: number,
): Finding[] {
  const now = photographOthers(place);
  const findings: Finding[] = [...before]
    .filter(([what, seen]) => now.get(what) !== seen)
    .map(([what]) => ({ kind: 'foreign', what: `${what} has changed` }));
  const count = place.sandbox.github.repositories.length;
  if (count > planned + 1) {
    findings.push({ kind: 'doubled', what: `${count - 1} repositories were made for ${planned}` });
  }
  return findings;
}
