import { type PushRejection, type RejectionWords, rejection } from './push-rejection-rule.ts';

/** What git itself says when the target's ref is not what was expected. */
const ourWords =
  /^(stale info|non-fast-forward|fetch first|already exists|needs force|remote ref updated since checkout)$/;

/** What a host says when the ref has been moved between its first answer and the end of the push. */
const hostWords =
  /is at [0-9a-f]{40,64} but expected|reference already exists|incorrect old value provided/i;

/** The ref is not (or no longer) what we knew of it: it is left as it is. */
export function changedMeanwhile(words: RejectionWords): PushRejection | null {
  const { reason, isLocal, subject } = words;
  if (!(isLocal ? ourWords.test(reason) : hostWords.test(hostReason(words)))) return null;
  return rejection(
    'changed',
    `${subject}: it was changed by somebody else since it was last looked at (${reason})`,
    {
      hint: 'Nothing that others pushed is replaced. Save it if it is wanted, set the ref back with git push --force-with-lease or delete it, then resume.',
    },
  );
}

/** Hosts say `failed to update ref` behind the ref, and why in the lines above. */
function hostReason({ reason, text, ref }: RejectionWords): string {
  const about = text.split('\n').filter((line) => line.includes(`'${ref}'`));
  return [reason, ...about].join('\n');
}
