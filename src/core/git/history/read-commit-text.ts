import { onMirror } from '../errors/damaged-mirror.ts';
import { gitFailure } from '../errors/git-errors.ts';
import type { GitTool } from '../process/git-tool.ts';
import { isFullHash } from './hashes.ts';

export interface ReadCommitText {
  readonly git: GitTool;
  /** The bare mirror. */
  readonly directory: string;
  /** A full hash that the mirror has. */
  readonly commit: string;
  readonly signal?: AbortSignal;
}

export interface CommitText {
  /** `name <address>` */
  readonly author: string;
  readonly message: string;
}

/** Who made a commit, and its message. */
export function readCommitText(options: ReadCommitText): Promise<CommitText> {
  return onMirror(options, async () => {
    const { git, directory, commit, signal } = options;
    if (!isFullHash(commit)) throw new TypeError('no full hash');
    const outcome = await git.stream({
      args: ['cat-file', 'commit', commit],
      repository: directory,
      signal,
    });
    if (outcome.exitCode !== 0)
      throw gitFailure(outcome, { doing: 'Reading a commit of', subject: 'the local mirror' });
    const { stdout } = outcome;
    const author = /^author (.*>) /m.exec(stdout)?.[1] ?? '';
    return { author, message: stdout.slice(stdout.indexOf('\n\n') + 2) };
  });
}
