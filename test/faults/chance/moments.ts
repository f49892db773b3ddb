import type { ArrivingRequest } from '../../../sandbox/network/faults.ts';

/** Returns what a request is about, in the words of the tables. Pure, and by what the hosts see alone. */
export function momentOf({ host, method, target }: ArrivingRequest): string {
  const [path = ''] = target.split('?');
  if (host.endsWith('-media')) return 'LFS objects';
  if (path.includes('/info/lfs/')) return 'LFS objects';
  if (host === 'github-uploads') return 'upload';
  if (host === 'bitbucket-git') return 'fetch';
  if (host === 'github-git') {
    return target.includes('git-receive-pack') ? 'push' : 'compare refs';
  }
  if (host === 'bitbucket') return momentOfSource(path);
  return momentOfTarget(method, path);
}

function momentOfSource(path: string): string {
  if (/\/pull-?requests\/\d+/.test(path)) return 'read conversations';
  if (/\/pull-?requests$/.test(path)) return 'read pull requests';
  return 'check the source';
}

const targetMoments: readonly (readonly [RegExp, string])[] = [
  [/^POST .*\/(repos|generate)$/, 'create repository'],
  [/^POST .*\/pulls$/, 'open pull request'],
  [/^POST .*\/pulls\/\d+\/reviews$/, 'write review'],
  [/^POST .*\/replies$/, 'write reply'],
  [/^POST .*\/comments$/, 'write comment'],
  [/^POST .*\/requested_reviewers$/, 'request reviewers'],
  [/^POST .*\/graphql$/, 'GraphQL'],
  [/^PUT .*\/merge$/, 'merge'],
  [/^PATCH .*\/(pulls|issues)\/\d+$/, 'close pull request'],
  [/^POST .*\/teams$/, 'create team'],
  [/^(PUT|DELETE) .*\/memberships\//, 'team member'],
  [/^PUT .*(\/teams\/[^/]+\/repos|\/collaborators)\//, 'access'],
  [/^(POST .*\/rulesets$|PUT .*\/rulesets\/)/, 'ruleset'],
  [/^POST .*\/(keys|hooks|autolinks)$/, 'key, webhook or autolink'],
  [/\/properties\//, 'property'],
  [/^(PATCH|PUT) /, 'settings'],
  [/^GET .*\/(pulls|issues)\b/, 'look for what was written'],
];

function momentOfTarget(method: string, path: string): string {
  const found = targetMoments.find(([form]) => form.test(`${method} ${path}`));
  return found?.[1] ?? 'check the target';
}
