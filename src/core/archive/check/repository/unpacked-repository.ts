import type { MirrorOptions } from '../../../git/process/mirror-command.ts';
import type { Conversations } from '../records/conversation.ts';
import type { Report } from '../records/findings.ts';

/** One bare repository of an archive, unpacked, and the records that are about it. */
export interface UnpackedRepository {
  readonly mirror: MirrorOptions;
  /** Its path in the archive. */
  readonly file: string;
  readonly defaultBranch: string;
  readonly conversations: Conversations;
  readonly report: Report;
}
