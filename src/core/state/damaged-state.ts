import { MigratorError } from '../kernel/errors.ts';

/** The state exists and is not sound. It is never changed; --reset-state sets it aside. */
export class DamagedState extends MigratorError {
  constructor(path: string, cause?: unknown) {
    super('state', `The state at ${path} is damaged`, {
      hint: 'Restore it from a backup. As a last resort, `migrator migrate --plan <file> --reset-state` sets the file aside and finds what GitHub already has. After that, `migrator status --list` lists a migration again; --reset-repo <name> and --resume <id> work on it.',
      retry: 'fatal',
      cause,
    });
  }
}
