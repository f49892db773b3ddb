import type { NewFile } from '../../../../git/objects/add-files.ts';
import type {
  Attachments,
  Beginning,
} from '../../../context/pull-requests/pull-request-context.ts';
import { readAttachment } from '../../../desired/read/read-attachment.ts';
import { createAttachmentsBranch } from './attachments-branch.ts';

/** So much is held in memory before it is written into the mirror. */
const maxBuffered = 64 * 1024 * 1024;

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
        const file = await readAttachment(context, address);
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
