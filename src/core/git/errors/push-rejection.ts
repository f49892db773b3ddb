import { withoutNames } from '../formats/git-names.ts';
import { cleaned, isChatter } from './git-output.ts';
import { policyRules } from './push-rejection-policy.ts';
import { type PushRejection, type RejectionContext, rejection } from './push-rejection-rule.ts';
import { sizeRules } from './push-rejection-size.ts';

interface PushRejectionInput {
  /** The whole standard error of the push: the host's words are in its `remote:` lines. */
  readonly stderr: string;
  /** Reason that git gives behind the ref, without parentheses. */
  readonly reason: string;
  /** The ref, or what stands for all of them. */
  readonly ref: string;
  readonly host: string;
  /** True if our git refused it, and the host was not asked. */
  readonly isLocal?: boolean;
}

/** Why a target rejected a ref, as an error with a remedy; `null` if no rule matches. Pure. */
export function classifyPushRejection(input: PushRejectionInput): PushRejection | null {
  const { stderr, reason, ref, host, isLocal = false } = input;
  const context: RejectionContext = {
    text: remoteText(stderr),
    reason: cleaned(reason),
    subject: `${host} refused ${ref}`,
    ref,
    host,
    isLocal,
  };
  // Names must not choose the rule, but belong into its message.
  const judged = {
    ...context,
    text: withoutNames(context.text),
    reason: withoutNames(context.reason),
  };
  // This one needs the names.
  const changed = changedMeanwhile(context);
  if (changed !== null) return changed;
  for (const rule of [...sizeRules, ...policyRules]) {
    const found = rule(judged);
    if (found !== null) return rule(context) ?? found;
  }
  return null;
}

/**
 * Describes what the host said, without git's `remote: ` in front and without the hook's `error: `; and git's own
 * reasons.
 */
function remoteText(stderr: string): string {
  return cleaned(stderr)
    .split('\n')
    .filter((line) => !isChatter(line.replace(/^remote: ?/, '')))
    .map((line) => line.replace(/^remote: ?(error: ?)?/, '').trimEnd())
    .filter((line) => line !== '')
    .join('\n')
    .slice(0, 100_000);
}

/** Git's own reasons when the target's ref is not what was expected. */
const gitReason =
  /^(stale info|non-fast-forward|fetch first|already exists|needs force|remote ref updated since checkout)$/;

/** A host's reasons when the ref was moved between its first answer and the end of the push. */
const hostReason =
  /is at [0-9a-f]{40,64} but expected|reference already exists|incorrect old value provided/i;

export const othersHint =
  "migrator never overwrites other people's commits. Save the change if you need it, reset the ref with `git push --force-with-lease` or delete it, then resume.";

/** The ref is not (or no longer) what we expected: it stays as it is. */
function changedMeanwhile(context: RejectionContext): PushRejection | null {
  const { reason, isLocal, subject } = context;
  if (!(isLocal ? gitReason.test(reason) : hostReason.test(reasonOfHost(context)))) return null;
  return rejection('changed', `${subject}: someone else pushed to it in the meantime (${reason})`, {
    hint: othersHint,
  });
}

/** Hosts say `failed to update ref` behind the ref, and why in the lines above. */
function reasonOfHost({ reason, text, ref }: RejectionContext): string {
  const about = text.split('\n').filter((line) => line.includes(`'${ref}'`));
  return [reason, ...about].join('\n');
}
