import { MigratorError } from '../../kernel/errors.ts';
import type { AppFlags } from '../app.ts';

export interface DiscoverFlags extends AppFlags {
  readonly workspace: string;
  readonly project: string | undefined;
  readonly deep: boolean;
  readonly includeSecrets: boolean;
  readonly includeSettings: boolean;
  readonly includePipelines: boolean;
  readonly includeLargeFiles: boolean;
  /** Path of a CSV with members of groups. */
  readonly groups: string | undefined;
  readonly users: string | undefined;
  readonly fresh: boolean;
  /** Globs over slugs and names, for scans. */
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  /** Path of a list of slugs. */
  readonly repositories: string | undefined;
  readonly output: string | undefined;
  readonly force: boolean;
}

/** Tells whether more is read than the list of repositories. */
export function scansOf(flags: DiscoverFlags): boolean {
  const { deep, includeSecrets, includeSettings, includePipelines, includeLargeFiles } = flags;
  return deep || includeSecrets || includeSettings || includePipelines || includeLargeFiles;
}

/** @throws `usage` for options that have no effect together */
export function checkFlags(flags: DiscoverFlags): void {
  const { deep, includeSettings, groups, users, fresh, output } = flags;
  if (!deep && users !== undefined) {
    throw new MigratorError('usage', '--users needs --deep', {
      hint: 'Add --deep: only a deep scan reads the people in pull requests.',
    });
  }
  if (!includeSettings && groups !== undefined) {
    throw new MigratorError('usage', '--groups needs --include-settings', {
      hint: 'Add --include-settings: only settings use groups.',
    });
  }
  const needsScan = [
    ...(fresh ? ['--fresh'] : []),
    ...(flags.include.length > 0 ? ['--include'] : []),
    ...(flags.exclude.length > 0 ? ['--exclude'] : []),
    ...(flags.repositories === undefined ? [] : ['--repositories']),
  ];
  if (!scansOf(flags) && needsScan.length > 0) {
    const need = needsScan.length === 1 ? 'needs' : 'need';
    const what = `${needsScan.join(' and ')} ${need}`;
    throw new MigratorError('usage', `${what} --deep or an --include option`, {
      hint: 'These options limit a scan: add --deep, or one of the --include options for settings, pipelines, large files and secrets.',
    });
  }
  const toStandardOutput = (path: string | undefined) => path === undefined || path === '-';
  if (users === '-' && toStandardOutput(output)) {
    throw new MigratorError('usage', '--users - needs --output', {
      hint: 'Send only one of them to standard output.',
    });
  }
}
