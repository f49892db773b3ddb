import { type MigratorError, toMigratorError } from '../kernel/errors.ts';
import { ofOneRepository } from './scan-refusals.ts';

/** So many failures in a row concern more than one repository. */
const enough = 3;

/** `Level`: what needs a permission of its own. */
export interface RefusedLevel<Level extends string> {
  readonly level: Level;
  /** Slugs of those of which it could not be read; empty for the workspace's own. */
  readonly repositories: readonly string[];
  readonly error: MigratorError;
}

/** Reads levels as far as the credentials allow; a level that is refused everywhere is not requested for every repository. */
export interface ScanLevels<Level extends string> {
  /**
   * Does the work, unless this level has been refused often enough.
   * @param slug empty for the workspace
   * @throws what concerns all repositories
   */
  attempt(level: Level, slug: string, work: () => Promise<void>): Promise<void>;
  /** Levels for which permission is missing. */
  refused(): readonly RefusedLevel<Level>[];
  /** Repositories that failed otherwise, each with its first failure. */
  readonly failed: ReadonlyMap<string, MigratorError>;
}

export function createScanLevels<Level extends string>(): ScanLevels<Level> {
  const slugs = new Map<Level, Set<string>>();
  const errors = new Map<Level, MigratorError>();
  const seen = new Set<Level>();
  const failed = new Map<string, MigratorError>();
  let faultsInARow = 0;

  function refuse(level: Level, slug: string): void {
    slugs.set(level, (slugs.get(level) ?? new Set()).add(slug));
  }
  function learn(level: Level, slug: string, error: MigratorError): void {
    if (error.code === 'permission') {
      refuse(level, slug);
      errors.set(level, errors.get(level) ?? error);
      return;
    }
    if (!isOfOne(error)) throw error;
    if (!failed.has(slug)) failed.set(slug, error);
  }

  /** A host may fail at one address and answer at others. */
  function isOfOne({ code, status }: MigratorError): boolean {
    if (code !== 'unavailable' || status === null) return ofOneRepository.includes(code);
    faultsInARow += 1;
    return faultsInARow < enough;
  }
  return {
    failed,
    async attempt(level, slug, work) {
      const refusedSoFar = slugs.get(level)?.size ?? 0;
      if (!seen.has(level) && refusedSoFar >= enough) {
        refuse(level, slug);
        return;
      }
      try {
        await work();
        seen.add(level);
        faultsInARow = 0;
      } catch (thrown) {
        learn(level, slug, toMigratorError(thrown));
      }
    },
    refused: () =>
      [...errors].map(([level, error]) => ({
        level,
        error,
        repositories: [...(slugs.get(level) ?? [])].filter((slug) => slug !== ''),
      })),
  };
}
