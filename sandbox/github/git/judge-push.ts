import { type Receiver, sentencesAgainst } from '../../git/judge-refs.ts';
import type { ArrivedPush, PushCommand, Verdict } from '../../git/receive-hook.ts';
import type { RefRefusal } from '../../git/ref-rules.ts';
import { type ObjectLimits, refuseObjects } from './check-objects.ts';
import { findNewWorkflow } from './check-workflows.ts';

export interface PushRules extends ObjectLimits {
  /** True if the pushing token has the scope `workflow`. */
  readonly mayChangeWorkflows: boolean;
  /** A rule of the organization, if it has one. */
  readonly maxRefsPerPush: number | null;
  /** Returns what stands against it by rulesets. */
  refusals(command: PushCommand): readonly RefRefusal[];
  /** Where people read the rules, `?ref=` in the end. */
  readonly rulesPage: string;
}

export interface GithubVerdict extends Verdict {
  /** Why which ref was refused; `*` for all of them. */
  readonly reasons: ReadonlyMap<string, string>;
}

const ruleReason = 'push declined due to repository rule violations';

/** Returns what GitHub checks of a push before any ref changes. */
export async function judgePush(
  receiver: Receiver,
  push: ArrivedPush,
  rules: PushRules,
): Promise<GithubVerdict> {
  const says: string[] = [];
  const reasons = new Map<string, string>();
  for (const command of push.commands) {
    const { ref } = command.action;
    const broken = await sentencesAgainst(receiver, command, rules.refusals(command));
    if (broken.length > 0) {
      says.push(violationsOf(ref), `Review all repository rules at ${rules.rulesPage}${ref}`);
      says.push('', ...broken, '');
      reasons.set(ref, ruleReason);
    }
    if (command.to === null) continue;
    says.push(...refuseName(command));
    if (rules.mayChangeWorkflows) continue;
    const path = await findNewWorkflow(receiver, command.to);
    if (path !== null) reasons.set(ref, workflowReason(path));
  }
  const { maxRefsPerPush } = rules;
  if (maxRefsPerPush !== null && push.commands.length > maxRefsPerPush) {
    says.push(violationsOf(push.commands.at(-1)?.action.ref ?? ''));
    says.push(`- Pushes can not update more than ${maxRefsPerPush} branches or tags.`);
    reasons.clear();
    reasons.set('*', ruleReason);
  }
  if (says.length > 0 || reasons.size > 0) return { isAccepted: false, says, reasons };
  const refused = await refuseObjects(receiver, push, rules);
  return { isAccepted: refused.length === 0, says: refused, reasons };
}

function violationsOf(ref: string): string {
  return `error: GH013: Repository rule violations found for ${ref}.`;
}

function workflowReason(path: string): string {
  return `refusing to allow a Personal Access Token to create or update workflow \`${path}\` without \`workflow\` scope`;
}

function refuseName({ action, nameBytes }: PushCommand): readonly string[] {
  const says: string[] = [];
  const name = action.ref.replace(/^refs\/(heads|tags)\//, '');
  if (nameBytes > 255)
    says.push('error: Sorry, branch or tag names longer than 255 bytes are not allowed.');
  if (/^refs\/(heads|tags)\/refs\//.test(action.ref)) {
    says.push(
      "error: GH002: Sorry, branch or tag names starting with 'refs/' are not allowed.",
      `error: Invalid branch or tag name "${name}"`,
    );
  }
  if (/^[0-9a-f]{40}$/.test(name)) {
    says.push(
      'error: GH002: Sorry, branch or tag names consisting of 40 hex characters are not allowed.',
      `error: Invalid branch or tag name "${name}"`,
    );
  }
  return says;
}
