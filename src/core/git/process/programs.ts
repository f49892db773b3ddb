import { devNull, tmpdir } from 'node:os';
import { parse } from 'node:path';
import { missingGit } from './git-tool.ts';
import { onPath } from './own-session.ts';
import { runGit } from './spawn-git.ts';

export interface Version {
  readonly major: number;
  readonly minor: number;
  readonly patch: number;
  /** As the program wrote it. */
  readonly text: string;
}

export interface Programs {
  readonly git: Version | null;
  readonly lfs: Version | null;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Which git and git-lfs are on the PATH; `null` where there is none or its version is unknown. */
export async function detectPrograms(options: { environment: Environment }): Promise<Programs> {
  const { environment } = options;
  const [hasGit, hasLfs] = await Promise.all([
    onPath(environment.PATH, 'git'),
    onPath(environment.PATH, 'git-lfs'),
  ]);
  if (!hasGit) return { git: null, lfs: null };
  const [git, lfs] = await Promise.all([
    answerOf(environment, ['--version']),
    hasLfs ? answerOf(environment, ['lfs', 'version']) : '',
  ]);
  return { git: parseVersion(git), lfs: parseVersion(lfs) };
}

/** @throws `missing-program` if there is no git */
export function requireGit(programs: Programs): Version {
  if (programs.git === null) throw missingGit();
  return programs.git;
}

/** The first `1.2` or `1.2.3` of what a program wrote about itself, or `null`. Pure. */
export function parseVersion(text: string): Version | null {
  const match = /(\d{1,5})\.(\d{1,5})(?:\.(\d{1,5}))?/.exec(text);
  if (match === null) return null;
  return {
    major: Number(match[1]),
    minor: Number(match[2]),
    patch: Number(match[3] ?? 0),
    text: match[0],
  };
}

/** Tells whether git can read a repository, or a bundle, at this path of this machine. */
export async function isGitRepository(options: {
  environment: Environment;
  path: string;
}): Promise<boolean> {
  const { exitCode } = await runIn(options.environment, ['ls-remote', '--', options.path]);
  return exitCode === 0;
}

async function answerOf(environment: Environment, args: readonly string[]): Promise<string> {
  const { exitCode, stdout } = await runIn(environment, args);
  return exitCode === 0 ? stdout : '';
}

/** Without the user's configuration. */
function runIn(environment: Environment, args: readonly string[]) {
  return runGit({
    session: { binary: ['git'], leadsGroup: false },
    // Otherwise a Ctrl+C would look like a missing git.
    isQuestion: true,
    // Each ends at once.
    launcher: { kill: () => undefined },
    environment: {
      PATH: environment.PATH ?? '',
      // Whoever can write to a folder of everybody could put a configuration or a repository there.
      HOME: devNull,
      LANG: 'C',
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_CONFIG_GLOBAL: '/dev/null',
    },
    config: [],
    args,
    folder: parse(tmpdir()).root,
    signal: undefined,
    onStderr: undefined,
  });
}
