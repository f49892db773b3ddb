import type { CommitText } from '../../../git/history/read-commits.ts';
import { ownIdentity } from '../../../git/process/own-identity.ts';
import type { Markers } from '../../../text/marker.ts';

const subject = 'attachments';
const title = 'Keep files that pull requests lead to\n';

/** Signed, so that the branch is recognised after a state that did not record it, or was lost. */
export function attachmentsMessage(markers: Markers): string {
  return `${title}\n${markers.mark(subject)}\n`;
}

/** Whether we made the commit that the branch of attachments names. Earlier versions did not sign it. */
export function isAttachmentsCommit(markers: Markers, { author, message }: CommitText): boolean {
  if (markers.bears(message, subject)) return true;
  return author === ownIdentity && message.trim() === title.trim();
}
