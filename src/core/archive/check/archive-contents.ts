import type { KindName } from '../records/kinds.ts';
import { type Conversations, collectConversations } from './records/conversation.ts';
import { collectFindings, type Findings } from './records/findings.ts';
import type { ArchiveRecord } from './records/read-records.ts';
import { type References, trackReferences } from './records/references.ts';

/** All that is kept of an archive while its entries pass by. */
export interface ArchiveContents {
  readonly findings: Findings;
  readonly references: References;
  readonly conversations: Conversations;
  /** Number of valid records. */
  readonly records: Map<KindName, number>;
  /** Numbers of the files of each kind. */
  readonly parts: Map<KindName, Set<number>>;
  /** Records of repositories, and the files that they stand in. */
  readonly described: { readonly record: ArchiveRecord; readonly file: string }[];
  /** Folder of each unpacked bare repository, by its path in the archive. */
  readonly repositories: Map<string, string>;
  /** Paths of the folders that git needs in each: `<repository>/refs`. */
  readonly gitFolders: Set<string>;
  /** Paths of files that records name by `tarball://root/`. */
  readonly assets: Set<string>;
  readonly named: { readonly asset: string; readonly record: string; readonly file: string }[];
  /** All paths, to see what comes twice. */
  readonly paths: Set<string>;
  /** Called with every valid record as it is read. */
  readonly onRecord?: (kind: KindName, record: ArchiveRecord) => void;
  /** Version of the format; `null` until schema.json was read. */
  version: string | null;
}

export function newContents(options: Pick<ArchiveContents, 'onRecord'> = {}): ArchiveContents {
  return {
    ...options,
    findings: collectFindings(),
    references: trackReferences(),
    conversations: collectConversations(),
    records: new Map(),
    parts: new Map(),
    described: [],
    repositories: new Map(),
    gitFolders: new Set(),
    assets: new Set(),
    named: [],
    paths: new Set(),
    version: null,
  };
}
