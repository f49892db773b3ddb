import { requireCredentialChannel } from '../../git/process/credential-check.ts';
import type { GitTool } from '../../git/process/git-tool.ts';
import { missingGit } from '../../git/process/git-tool.ts';
import type { Programs, Version } from '../../git/process/programs.ts';
import { type Finding, fail, failed, pass, warn } from '../findings/finding.ts';

/** Below it git lacks what is asked of it. */
const oldestGit = [2, 31, 0] as const;

/** The first of each line in which git's known holes of 2025 were closed (CVE-2025-48384, -48385). */
const patchedVersions = [
  [2, 43, 7],
  [2, 44, 4],
  [2, 45, 4],
  [2, 46, 4],
  [2, 47, 3],
  [2, 48, 2],
  [2, 49, 1],
  [2, 50, 1],
] as const;

type Numbers = readonly [number, number, number];

/** Pure. */
export function platformFinding(platform: string): Finding {
  if (platform === 'linux' || platform === 'darwin') {
    return pass('platform', platform === 'linux' ? 'Linux' : 'macOS');
  }
  return fail('platform', 'missing-program', {
    message: `${platform === 'win32' ? 'Windows' : platform} is not supported`,
    remedy: 'Run migrator in WSL (Windows Subsystem for Linux).',
  });
}

/** Pure. */
export function gitFinding(git: Version | null): Finding {
  if (git === null) return failed('git', missingGit());
  const version = numbersOf(git);
  if (isBelow(version, oldestGit)) {
    return fail('git', 'missing-program', {
      message: `git ${git.text} is older than 2.31`,
      remedy: 'Install git 2.31 or newer, and put it first on PATH.',
    });
  }
  const sameLine = patchedVersions.find(([, minor]) => minor === version[1]);
  const isOpen = isBelow(version, sameLine ?? (version[1] < 43 ? patchedVersions[0] : [0, 0, 0]));
  if (!isOpen) return pass('git', `git ${git.text}`);
  return warn(
    'git',
    `git ${git.text} predates the fixes for CVE-2025-48384 and CVE-2025-48385`,
    'Update git, unless your distribution backported the fixes. migrator never checks out files, and disables the feature behind CVE-2025-48385.',
  );
}

/** @param isAsked whether a plan or the configuration asks for LFS objects */
export function lfsFinding({ lfs }: Pick<Programs, 'lfs'>, isAsked: boolean): Finding {
  if (lfs !== null) return pass('git-lfs', `git-lfs ${lfs.text}`);
  const remedy =
    'Install `git-lfs`, and check it with `git lfs version`. You do not need it if no repositories use LFS.';
  if (isAsked) {
    return fail('git-lfs', 'missing-program', {
      message: 'git-lfs is not on PATH, but include_lfs is true',
      remedy,
    });
  }
  return warn(
    'git-lfs',
    'git-lfs is not on PATH: repositories with LFS objects cannot be migrated',
    remedy,
  );
}

/** Tells whether this git can ask for credentials without showing them to anybody; nothing where it can. */
export async function channelFinding(git: GitTool, signal: AbortSignal): Promise<Finding | null> {
  try {
    await requireCredentialChannel({ git, signal });
    return null;
  } catch (error) {
    return failed('git', error);
  }
}

function numbersOf({ major, minor, patch }: Version): Numbers {
  return [major, minor, patch];
}

function isBelow(version: Numbers, other: Numbers): boolean {
  for (const [index, number] of version.entries()) {
    const wanted = other[index] ?? 0;
    if (number !== wanted) return number < wanted;
  }
  return false;
}
