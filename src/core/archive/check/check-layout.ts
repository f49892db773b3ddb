import type { ArchiveContents } from './archive-contents.ts';
import type { ArchiveFinding } from './records/findings.ts';

/** Reports what an archive lacks as a whole: its version, files in a row, repositories, files that records name. */
export function checkLayout(contents: ArchiveContents): void {
  const { findings, assets, named } = contents;
  const { report } = findings;
  if (contents.version === null && !contents.paths.has('schema.json'))
    report(about('schema.json', 'it is missing'));
  checkParts(contents);
  checkRepositories(contents);
  for (const { asset, record, file } of named) {
    if (assets.has(asset)) continue;
    const message = `${asset} is not in the archive`;
    report({ severity: 'error', kind: 'attachment', file, record, message });
  }
}

function checkParts({ parts, findings }: ArchiveContents): void {
  for (const [kind, numbers] of parts) {
    for (let part = 1; part <= numbers.size; part += 1) {
      const file = `${kind}_${String(part).padStart(6, '0')}.json`;
      if (!numbers.has(part)) findings.report(about(file, 'it is missing, but a later one exists'));
    }
  }
}

function checkRepositories({
  described,
  repositories,
  gitFolders,
  findings,
}: ArchiveContents): void {
  const { report } = findings;
  if (described.length === 0)
    report(about('repositories_000001.json', 'the archive has no repositories'));
  const wanted = new Set(described.map(({ record }) => gitPath(record)));
  for (const { record, file } of described) {
    if (repositories.has(gitPath(record))) continue;
    const message = `git_url points to ${gitPath(record)}, which is not in the archive`;
    report({ ...about(file, message), record: record.url });
  }
  for (const path of repositories.keys()) {
    const isWiki = path.endsWith('.wiki.git');
    if (!wanted.has(path) && !isWiki) report(about(path, 'no record describes it'));
    for (const name of ['objects', 'refs']) {
      const isThere = gitFolders.has(`${path}/${name}`);
      if (!isThere)
        report(about(path, `it has no folder ${name}: Git does not treat it as a repository`));
    }
  }
}

/** Path of the bare repository that a record describes. Pure. */
export function gitPath({ git_url }: Readonly<Record<string, unknown>>): string {
  return String(git_url).replace('tarball://root/', '');
}

function about(file: string, message: string): ArchiveFinding {
  return { severity: 'error', kind: 'layout', file, record: null, message };
}
