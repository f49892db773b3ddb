import { type GitTools, runGit } from './git-tools.ts';

/** Brings one commit over from another repository on this machine, without any ref. */
export async function fetchCommit(
  tools: GitTools,
  directory: string,
  { from, commit }: { readonly from: string; readonly commit: string },
): Promise<void> {
  const flags = ['--quiet', '--no-tags', '--no-write-fetch-head'];
  // Version 2 of the protocol gives any commit that is there.
  await runGit(tools, directory, ['-c', 'protocol.version=2', 'fetch', ...flags, from, commit]);
}

/** Tells whether a commit descends from another, or is the same. False where one of them is not there. */
export async function contains(
  tools: GitTools,
  directory: string,
  { commit, part }: { readonly commit: string; readonly part: string },
): Promise<boolean> {
  try {
    await runGit(tools, directory, ['merge-base', '--is-ancestor', part, commit]);
    return true;
  } catch {
    return false;
  }
}
