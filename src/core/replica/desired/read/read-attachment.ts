import { createHash } from 'node:crypto';
import type { Beginning } from '../../context/pull-requests/pull-request-context.ts';

/** GitHub takes 100 MiB a file; a picture or a log that somebody has dropped into a text is smaller. */
const maxBytes = 25 * 1024 * 1024;

export interface AttachedFile {
  /** A hash of what it holds, with the ending of its name: the same picture in many texts is one file. */
  readonly path: string;
  /** As the source has it. Hostile. */
  readonly name: string;
  readonly content: Uint8Array;
}

const reasons = {
  gone: 'is gone from Bitbucket',
  'kept-back': 'cannot be read with this token',
  'too-large': 'is larger than 25 MiB',
} as const;

/** Reads a file that a text names by an address of the source's own; `null`, with a warning, for what stays there. */
export async function readAttachment(
  { repository }: Pick<Beginning, 'repository'>,
  address: string,
): Promise<AttachedFile | null> {
  const { source, signal, sourceName } = repository;
  const asked = { ...sourceName, address, maxBytes, signal };
  const answer = await source.pullRequests.readAttachment(asked);
  if (answer.kind === 'file') {
    const { name, bytes: content } = answer;
    return { path: pathOf(name, content), name, content };
  }
  repository.warn(`An attachment was not migrated because it ${reasons[answer.kind]}: ${address}`);
  return null;
}

/** Of the name only the ending is kept, which says what it is. */
function pathOf(name: string, content: Uint8Array): string {
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 40);
  const ending = /\.([a-z0-9]{1,10})$/i.exec(name)?.[1]?.toLowerCase();
  return ending === undefined ? hash : `${hash}.${ending}`;
}
