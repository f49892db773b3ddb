import { access, constants, writeFile } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';

/**
 * How to start git in a session of its own: the terminal's Ctrl+C then reaches only us, and one signal to the group ends
 * git with all that it started.
 */
export interface SessionCommand {
  /** Binary for simple-git. */
  readonly binary: [string] | [string, string];
  /** True if the child leads a process group. */
  readonly leadsGroup: boolean;
}

/** Without util-linux (macOS) perl creates the session: the process id stays the same, as with setsid(1). */
const perlScript = `use POSIX ();
POSIX::setsid();
exec { 'git' } 'git', @ARGV;
print STDERR "setsid: failed to execute git: $!\\n";
exit 127;
`;

/** Looks for setsid, then perl, on the PATH; otherwise git is started as it is. */
export async function findSessionCommand(options: {
  environment: Readonly<Record<string, string | undefined>>;
  /** Where the perl script may be written. */
  folder: string;
}): Promise<SessionCommand> {
  const { environment, folder } = options;
  if (await onPath(environment.PATH, 'setsid')) {
    return { binary: ['setsid', 'git'], leadsGroup: true };
  }
  if (await onPath(environment.PATH, 'perl')) {
    const script = join(folder, 'own-session.pl');
    await writeFile(script, perlScript, { mode: 0o600 });
    return { binary: ['perl', script], leadsGroup: true };
  }
  return { binary: ['git'], leadsGroup: false };
}

/** Tells whether a program of this name can be run from the PATH. */
export async function onPath(path: string | undefined, program: string): Promise<boolean> {
  return (await findOnPath(path, program)) !== null;
}

/** Finds a program by the PATH; never in the current folder, which an empty entry or `.` would mean. */
export async function findOnPath(
  path: string | undefined,
  program: string,
): Promise<string | null> {
  for (const folder of (path ?? '').split(delimiter)) {
    if (!isAbsolute(folder)) continue;
    const file = join(folder, program);
    const found = await access(file, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (found) return file;
  }
  return null;
}
