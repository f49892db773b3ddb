import { withoutNames } from '../mirror/git-names.ts';
import { cleaned, isChatter } from './git-output.ts';
import { policyRules } from './push-rejection-policy.ts';
import { type PushRejection, type RejectionWords, rejection } from './push-rejection-rule.ts';
import { sizeRules } from './push-rejection-size.ts';

export interface PushRejectionInput {
  /** The whole standard error of the push: the host's words are in its `remote:` lines. */
  readonly stderr: string;
  /** What git says behind the ref, without parentheses. */
  readonly reason: string;
  /** The ref, or what stands for all of them. */
  readonly ref: string;
  readonly host: string;
  /** Whether our git refused it, and the host was not asked. */
  readonly isLocal?: boolean;
}

/** Why a target rejected a ref, as an error with a remedy; `null` if no rule knows the words. Pure. */
export function classifyPushRejection(input: PushRejectionInput): PushRejection | null {
  const { stderr, reason, ref, host, isLocal = false } = input;
  const words = {
    text: remoteText(stderr),
    reason: cleaned(reason),
    subject: `${host} refused ${ref}`,
    ref,
    host,
    isLocal,
  };
  // Names must not choose the rule, but belong into what it says.
  const judged = { ...words, text: withoutNames(words.text), reason: withoutNames(words.reason) };
  // It looks for the line that names the ref.
  const changed = changedMeanwhile(words);
  if (changed !== null) return changed;
  for (const rule of [...sizeRules, ...policyRules]) {
    const found = rule(judged);
    if (found !== null) return rule(words) ?? found;
  }
  return null;
}

/** What the host said, without git's `remote: ` in front and without the hook's `error: `; and git's own reasons. */
function remoteText(stderr: string): string {
  return cleaned(stderr)
    .split('\n')
    .filter((line) => !isChatter(line.replace(/^remote: ?/, '')))
    .map((line) => line.replace(/^remote: ?(error: ?)?/, '').trimEnd())
    .filter((line) => line !== '')
    .join('\n')
    .slice(0, 100_000);
}

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
