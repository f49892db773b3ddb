import type { ReadFiles } from '../../pipelines/imports/source-imports.ts';
import type { Person } from '../../ports/records/person.ts';

/** Facts that one repository has found out about the target and the next need not wait for. */
export interface Learned {
  hostHasNoActions: boolean;
  /** True if a push that makes a base contain the head marks a pull request as merged; `null`: not tried yet. */
  marksMerges: boolean | null;
  /** Milliseconds that this may take, by a calibration; 0 without one. */
  readonly markMilliseconds: number;
  /** False: a calibration was refused one. */
  hasDrafts: boolean;
  /** True: a trial lost comments that one person made in one second at one place, in GitHub's own format. */
  readonly losesSameSecond: boolean;
  /** The workspace's members, requested once a text mentions somebody unknown. */
  members: Promise<readonly Person[]> | null;
  /** Files of the source's repositories that pipelines of others are imported from. */
  readonly importedFiles: ReadFiles;
}
