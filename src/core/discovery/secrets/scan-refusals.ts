import { type ErrorCode, type MigratorError, toMigratorError } from '../../kernel/errors.ts';
import type { RepositoryScan } from '../deep-scan/repository-scan.ts';

/** What may concern one repository alone; everything else ends the look, which can be gone on with. */
const ofOne: readonly ErrorCode[] = ['not-found', 'bad-answer', 'refused', 'input-file'];

/** So many without a success between them are no accident of one repository. */
const enoughFailures = 3;

export interface ScanRefusals {
  readonly refused: ReadonlyMap<RepositoryScan, MigratorError>;
  /**
   * Does what a repository needs; its own failure is kept, and the look goes on without it.
   * @throws what concerns all repositories
   */
  attempt(look: RepositoryScan, work: () => Promise<void>): Promise<void>;
}

export function createScanRefusals(): ScanRefusals {
  const refused = new Map<RepositoryScan, MigratorError>();
  let hasSucceeded = false;
  let faultsInARow = 0;

  /** The host fails at one address, or lacks rights for one repository, and answers well for others. */
  function isOfOne({ code, status }: MigratorError): boolean {
    if (code === 'unavailable' && status !== null) return faultsInARow < enoughFailures;
    if (code === 'permission') return hasSucceeded || refused.size < enoughFailures;
    return ofOne.includes(code);
  }
  return {
    refused,
    async attempt(look, work) {
      if (refused.has(look)) return;
      try {
        await work();
        hasSucceeded = true;
        faultsInARow = 0;
      } catch (thrown) {
        const error = toMigratorError(thrown);
        if (error.code === 'unavailable') faultsInARow += 1;
        refused.set(look, error);
        if (!isOfOne(error)) throw error;
      }
    },
  };
}
