import { type Answer, withHeaders } from '../../network/answer.ts';
import type { GithubToken } from '../records.ts';
import { githubError } from '../rest/answers.ts';
import type { Call } from '../rest/call.ts';
import type { GithubAccount } from './account.ts';

/** An organization keeps tokens out until their owner has authorized them for its single sign-on. */
export function refuseUnauthorized(call: Call): Answer | null {
  const [first, login = ''] = call.exchange.segments;
  if (first !== 'orgs' && first !== 'repos') return null;
  const owner = call.host.findAccount(login);
  if (owner === null || isAuthorized(owner, call.token)) return null;
  const url = `${call.addresses.webUrl}/orgs/${owner.login}/sso?authorization_request=AAAA`;
  return githubError(
    403,
    'Resource protected by organization SAML enforcement. You must grant your Personal Access token access to this organization.',
    { headers: { 'x-github-sso': `required; url=${url}` } },
  );
}

/** Lists leave such organizations out, and say that they do. */
export function reportHidden(answer: Answer, call: Call): Answer {
  const hidden = call.host.accounts.filter((one) => !isAuthorized(one, call.token));
  if (hidden.length === 0) return answer;
  const ids = hidden.map(({ id }) => id).join(',');
  return withHeaders(answer, { 'x-github-sso': `partial-results; organizations=${ids}` });
}

export function isAuthorized({ singleSignOn }: GithubAccount, { token }: GithubToken): boolean {
  return singleSignOn === null || singleSignOn.has(token);
}
