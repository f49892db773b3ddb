import { createHash } from 'node:crypto';
import type { NewFile } from '../../../../git/objects/add-files.ts';
import type {
  Attachments,
  Beginning,
} from '../../../context/pull-requests/pull-request-context.ts';
import { createAttachmentsBranch } from './attachments-branch.ts';

/** GitHub takes 100 MiB a file; a picture or a log that somebody has dropped into a text is smaller. */
const maxBytes = 25 * 1024 * 1024;
/** So much is held in memory before it is written into the mirror. */
const maxBuffered = 64 * 1024 * 1024;

const reasons = {
  gone: 'is gone from the source',
  'kept-back': 'is not given to these credentials',
  'too-large': 'is larger than 25 MiB',
} as const;

/**
 * Files go to a branch of the target that stays, each under the hash of what it holds: the same picture in many texts is
 * there once, and a resumed run finds it.
 */
export function createAttachments(context: Beginning): Attachments {
  const { target, targetFullName } = context.repository;
  const branch = createAttachmentsBranch(context);
  const root = `${target.webUrl}/${targetFullName}/raw/${context.branches.attachments}`;
  const known = new Map<string, string | null>();
  return {
    async bring(addresses) {
      let buffered = new Map<string, NewFile>();
      let size = 0;
      for (const address of addresses) {
        if (known.has(address)) continue;
        context.stopIfDraining();
        const file = await readFile(context, address);
        known.set(address, file === null ? null : `${root}/${file.path}`);
        if (file === null) continue;
        buffered.set(file.path, file);
        size += file.content.length;
        if (size < maxBuffered) continue;
        await branch.add(buffered);
        buffered = new Map();
        size = 0;
      }
      await branch.add(buffered);
      return known;
    },
    push: branch.push,
    find: branch.find,
  };
}

async function readFile({ repository }: Beginning, address: string): Promise<NewFile | null> {
  const { source, signal, sourceName } = repository;
  const answer = await source.pullRequests.readAttachment({
    ...sourceName,
    address,
    maxBytes,
    signal,
  });
  if (answer.kind === 'file') return toFile(answer.name, answer.bytes);
  repository.warn(`An attachment is not migrated, because it ${reasons[answer.kind]}: ${address}`);
  return null;
}

/** Of the name only the ending is kept, which says what it is. */
function toFile(name: string, content: Uint8Array): NewFile {
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 40);
  const ending = /\.([a-z0-9]{1,10})$/i.exec(name)?.[1]?.toLowerCase();
  return { path: ending === undefined ? hash : `${hash}.${ending}`, content };
}
