import { withoutNames } from '../mirror/git-names.ts';
import { cleaned, isChatter } from './git-output.ts';
import { changedMeanwhile } from './push-rejection-changed.ts';
import { policyRules } from './push-rejection-policy.ts';
import type { PushRejection } from './push-rejection-rule.ts';
import { sizeRules } from './push-rejection-size.ts';

export type { PushRejection } from './push-rejection-rule.ts';

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
