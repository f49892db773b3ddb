import { MigratorError } from '../../kernel/errors.ts';
import { gitFailure } from '../errors/git-errors.ts';
import type { GitTool, OpenAccess } from '../process/git-tool.ts';

/** What git writes of the first line that every host that speaks its protocol answers with. */
const spokenTo = /^.* packet: +\S+< (# service=|version 2)/m;

/**
 * Makes sure that a host which seemed to have no branches and tags has none. Git takes any page for the empty list of
 * a host that only serves files (its "dumb" protocol), the sign-in page of a proxy too: a repository would be lost
 * without a word. So it is asked once more, and git tells what the host said.
 * @throws MigratorError `unavailable` if something else than a Git host answered, now or before
 */
export async function confirmEmpty(options: {
  git: GitTool;
  access: OpenAccess;
  signal?: AbortSignal | undefined;
}): Promise<void> {
  const { git, access, signal } = options;
  const outcome = await git.run({
    args: ['ls-remote', '--quiet', '--heads', '--tags', '--refs', '--', access.url],
    repository: null,
    access,
    config: ['protocol.version=0'],
    tracesPackets: true,
    signal,
  });
  if (outcome.exitCode !== 0) {
    throw gitFailure(outcome, { doing: 'Listing the refs of', subject: access.url });
  }
  if (outcome.stdout.trim() === '' && spokenTo.test(outcome.stderr)) return;
  throw new MigratorError(
    'unavailable',
    `Listing the refs of ${access.url}: something else than a Git host answered`,
    {
      hint: 'Check whether a proxy or a sign-in page answers in place of the host, then resume.',
      retry: 'yes',
    },
  );
}
