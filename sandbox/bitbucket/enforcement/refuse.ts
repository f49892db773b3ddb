import type { RefAction } from '../../git/ref-rules.ts';
import type { Answer } from '../../network/answer.ts';
import type { PullRequestContext } from '../pull-requests/pull-request-json.ts';
import { bitbucketError } from '../rest/answers.ts';
import { personOf } from '../settings/access.ts';
import { judgeByRestrictions } from './judge.ts';
import { questionOf } from './question.ts';

/** Returns what the REST interface answers where restrictions stand against a change that drops nothing. */
export function refuseByRestrictions(
  { host, caller, repository }: PullRequestContext,
  action: RefAction,
): Answer | null {
  const question = questionOf(host, repository, personOf(host, caller));
  const found = judgeByRestrictions(question, action).find(({ when }) => when === 'always');
  return found === undefined ? null : bitbucketError(403, found.sentence);
}
