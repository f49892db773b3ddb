import { createCommits, type NewCommit } from '../../git/objects/create-commits.ts';
import type { MirrorOptions } from '../../git/process/mirror-command.ts';
import type { ScratchCommits } from '../probes/probe.ts';

const lines = (change: (line: number) => string | null) =>
  Array.from({ length: 40 }, (_, index) => change(index + 1))
    .filter((line) => line !== null)
    .map((line) => `${line}\n`)
    .join('');

const base = { path: 'lines.txt', content: lines((line) => `line ${line}`) };
/** Line 10 is another, line 20 is gone. */
const changed = {
  path: 'lines.txt',
  content: lines((line) => (line === 10 ? 'another line 10' : line === 20 ? null : `line ${line}`)),
};
const added = (name: string) => ({ path: `${name}.txt`, content: `${name}\n` });

/** The history that the probes open pull requests on; nothing of it is anybody's. */
export async function createScratchCommits(
  mirror: MirrorOptions,
  at: number,
): Promise<ScratchCommits> {
  const on = (
    parents: readonly number[],
    message: string,
    files: readonly { path: string; content: string }[],
  ) => ({ parents, message: `${message}\n`, tree: { files }, date: at }) satisfies NewCommit;
  const hashes = await createCommits({
    ...mirror,
    commits: [
      on([], 'Begin', [base]),
      on([0], 'Change two lines', [changed, added('new')]),
      on([1], 'Revert the change', [base, added('new')]),
      ...(['merge', 'default', 'squash'] as const).map((name) =>
        on([0], `Add ${name}`, [base, added(name)]),
      ),
      on([0], 'Add squash, squashed', [base, added('squash')]),
      ...(['request', 'deleted', 'draft'] as const).map((name) =>
        on([0], `Add ${name}`, [base, added(name)]),
      ),
    ],
  });
  const [root, comments, later, merge, onDefault, squash, squashed, request, deleted, draft] =
    hashes;
  return {
    root,
    comments,
    later,
    merge,
    onDefault,
    squash,
    squashed,
    request,
    deleted,
    draft,
  } as ScratchCommits;
}
