import { type MirrorOptions, runInMirror } from '../../../git/process/mirror-command.ts';
import type { PullRequestRecord } from '../../records/record-types.ts';
import type { ArchiveFinding } from '../records/findings.ts';
import { checkPositions } from './check-positions.ts';
import { findCommits } from './find-commits.ts';
import type { UnpackedRepository } from './unpacked-repository.ts';

/** Compares the records with the repository: its objects, refs, the commits that they name, and their places on diffs. */
export async function checkRepository(repository: UnpackedRepository): Promise<void> {
  await checkObjects(repository);
  const refs = await listRefs(repository.mirror);
  checkRefs(repository, refs);
  const found = await findCommits(repository);
  await checkPositions(repository, found);
}

/** Has git read every object. */
export async function checkObjects({
  mirror,
  file,
  report,
}: Pick<UnpackedRepository, 'mirror' | 'file' | 'report'>): Promise<void> {
  const { git, directory, signal } = mirror;
  const args = ['fsck', '--full', '--no-dangling', '--no-progress'];
  const { exitCode, stdout, stderr } = await git.run({ args, repository: directory, signal });
  if (exitCode === 0) return;
  const [first = `exit code ${exitCode}`] = `${stderr}\n${stdout}`
    .split('\n')
    .filter((line) => line !== '');
  report(finding(file, 'git', `git fsck: ${first}`));
}

async function listRefs(mirror: MirrorOptions): Promise<ReadonlyMap<string, string>> {
  const refs = new Map<string, string>();
  await runInMirror(mirror, {
    args: ['for-each-ref', '--format=%(objectname) %(refname)'],
    doing: 'Reading refs from',
    subject: 'the archive',
    onLine(line) {
      refs.set(line.slice(line.indexOf(' ') + 1), line.slice(0, line.indexOf(' ')));
    },
  });
  return refs;
}

/** Limit of GitHub's importer. */
const maxRefBytes = 255;

/** Reports names that the importer does not take, and a default branch that is not there. */
export function checkRefNames(
  { file, defaultBranch, report }: Pick<UnpackedRepository, 'file' | 'defaultBranch' | 'report'>,
  refs: ReadonlyMap<string, string>,
): void {
  // An empty repository has none, whatever its HEAD says.
  if (refs.size > 0 && !refs.has(`refs/heads/${defaultBranch}`))
    report(finding(file, 'ref', `the default branch ${defaultBranch} does not exist`));
  for (const name of refs.keys()) {
    const short = name.replace(/^refs\/(heads|tags)\//, '');
    if (Buffer.byteLength(name, 'latin1') > maxRefBytes)
      report(finding(file, 'ref', `${name} is longer than ${maxRefBytes} bytes`));
    if (name.startsWith('refs/heads/') && /^[0-9a-f]{40}$/.test(short))
      report(finding(file, 'ref', `the branch ${short} has a name that looks like a commit hash`));
    if (name.startsWith('refs/heads/') && refs.has(`refs/tags/${short}`))
      report({
        ...finding(file, 'ref', `${short} is both a branch and a tag`),
        severity: 'warning',
      });
  }
}

function checkRefs(repository: UnpackedRepository, refs: ReadonlyMap<string, string>): void {
  const { conversations, report } = repository;
  checkRefNames(repository, refs);
  for (const { record, file: from } of conversations.pullRequests.values()) {
    const name = `refs/pull/${numberOf(record)}/head`;
    const tip = refs.get(name);
    if (tip === record.head.sha) continue;
    const message =
      tip === undefined ? `${name} is missing` : `${name} is not the head of the pull request`;
    report({ ...finding(from, 'ref', message), record: record.url });
  }
}

function numberOf({ url }: PullRequestRecord): string {
  return /\/pull\/(\d+)$/.exec(url)?.[1] ?? '';
}

function finding(file: string, kind: ArchiveFinding['kind'], message: string): ArchiveFinding {
  return { severity: 'error', kind, file, record: null, message };
}
