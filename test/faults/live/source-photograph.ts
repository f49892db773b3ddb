import type { Workplace } from '../../helpers/program/workplace.ts';
import { refsOf } from '../../helpers/repositories/git-fixture.ts';
import type { Finding } from '../census/finding.ts';

/** All of the source that a cut-over could change, by what it is; the dates of the host are no part of it. */
export function photographSource({ sandbox }: Workplace): ReadonlyMap<string, string> {
  const { bitbucket, dataCenter } = sandbox;
  const photographs = new Map<string, string>();
  const keep = (what: string, seen: unknown) => photographs.set(what, JSON.stringify(seen));
  for (const repository of bitbucket.repositories) {
    const { slug, uuid, git, description, mainBranch, pullRequests } = repository;
    const settings = dataCenter?.settings ?? bitbucket.settings;
    keep(`refs of ${slug}`, git.kind === 'stored' ? refsOf(git.directory) : '');
    keep(`data of ${slug}`, [description, mainBranch, dataCenter?.rules.archived.has(slug)]);
    keep(`restrictions of ${slug}`, settings.ofRepository(uuid).restrictions);
    for (const pull of pullRequests) {
      const { conversation, updatedOn: _on, version: _version, ...facts } = pull;
      const { comments, tasks } = conversation.call(pull);
      // What was announced and deleted again leaves an empty comment on Cloud.
      const seen = comments.filter(({ isDeleted }) => !isDeleted);
      keep(`pull request ${slug}#${pull.number}`, [facts, seen, tasks]);
    }
  }
  return photographs;
}

export function compareSources(
  before: ReadonlyMap<string, string>,
  now: ReadonlyMap<string, string>,
): Finding[] {
  const names = new Set([...before.keys(), ...now.keys()]);
  return [...names]
    .filter((what) => before.get(what) !== now.get(what))
    .map((what) => ({ kind: 'foreign', what: `${what} is not as before after --abort` }));
}
