import { findMissing } from '../../../git/objects/find-missing.ts';
import type { MirrorOptions } from '../../../git/process/mirror-command.ts';
import { checkObjects, checkRefNames } from '../repository/check-repository.ts';
import { checkAnchors } from './check-anchors.ts';
import { problemIn, type ReadPull, type ServerContents } from './server-contents.ts';

/** Compares refs and pull requests with the objects of an export. */
export async function checkServerRepository(
  contents: ServerContents,
  mirror: MirrorOptions,
): Promise<void> {
  const { findings, found, refs } = contents;
  const { report } = findings;
  const file = found.get('objects') ?? 'objects.atl.tar';
  const missing = await findMissing(mirror, namedObjects(contents));
  for (const [name, hash] of refs) {
    // One is enough to end the import.
    if (missing.has(hash))
      report(problemIn(file, 'ref', `${nameOf(name)} does not point to an object`));
  }
  await checkObjects({ mirror, file, report });
  checkRefNames({ file, defaultBranch: contents.defaultBranch ?? '', report }, refs);
  const pulls = [...contents.pulls.values()];
  for (const pull of pulls) checkHeads(contents, pull, missing);
  await checkAnchors(contents, { mirror, missing });
}

/** The name that an export has for the head of a pull request. */
function nameOf(ref: string): string {
  return ref.replace(/^refs\/pull\/(\d+)\/head$/, 'stash-refs/pull-requests/$1/from');
}

function namedObjects({ refs, pulls }: ServerContents): ReadonlySet<string> {
  const named = new Set(refs.values());
  for (const { metadata, activities } of pulls.values()) {
    if (metadata !== null) named.add(metadata.fromRef.latestCommit);
    if (metadata !== null) named.add(metadata.toRef.latestCommit);
    for (const activity of activities ?? []) {
      if (activity.kind === 'MERGED' && activity.hash !== undefined) named.add(activity.hash);
      const anchor =
        activity.kind === 'COMMENT:ADDED' ? activity.comment.thread?.anchor : undefined;
      if (anchor !== undefined) named.add(anchor.fromHash).add(anchor.toHash);
    }
  }
  return named;
}

function checkHeads(
  { refs, open, logged, findings }: ServerContents,
  { number, file, metadata, activities, cached }: ReadPull,
  missing: ReadonlySet<string>,
): void {
  if (metadata === null) return;
  const { fromRef, toRef, state } = metadata;
  const tell = (kind: 'commit' | 'ref', message: string) =>
    findings.report(problemIn(file, kind, message));
  const [head, base] = [fromRef.latestCommit, toRef.latestCommit];
  const name = `stash-refs/pull-requests/${number}/from`;
  const tip = refs.get(`refs/pull/${number}/head`);
  if (tip === undefined) tell('ref', `${name} is missing`);
  else if (tip !== head) tell('ref', `${name} is not the head of the pull request`);
  if ((state === 'OPEN') !== open.has(number)) {
    const verb = state === 'OPEN' ? 'lacks' : 'has';
    tell('ref', `it is ${state}, but ${verb} refs/pull-requests/${number}/from`);
  }
  if (!logged.has(number)) tell('ref', `${name} has no log`);
  const merged = activities?.find((one) => one.kind === 'MERGED');
  const commits = { 'fromRef.latestCommit': head, 'toRef.latestCommit': base, hash: merged?.hash };
  for (const [field, hash] of Object.entries(commits)) {
    if (hash !== undefined && missing.has(hash))
      tell('commit', `${field} refers to commit ${hash}, which does not exist`);
  }
  if (cached !== null && !cached.startsWith(`${head},${base},`))
    tell('commit', 'its cached ancestor belongs to other commits');
}
