import type { BitbucketHost } from '../bitbucket/host.ts';
import type { GithubHost } from '../github/host.ts';
import { team } from './people.ts';

/** Logins of the sample's people on GitHub. One of them is not in the organization yet, and others have none. */
const logins = [
  { name: 'Robin Keller', login: 'robin-keller', isMember: true },
  { name: 'Amara Okafor', login: 'amara-okafor', isMember: true },
  { name: 'Søren Lindqvist', login: 'soren-acme', isMember: true },
  { name: 'Yuki Tanaka', login: 'yuki-tanaka', isMember: false },
];

export function addTargetPeople(github: GithubHost, organization: string): void {
  for (const { login, name, isMember } of logins) {
    const known = github.findAccount(login);
    const { emails } = known ?? github.addUser({ login, name });
    // Commits of the sample name them.
    for (const one of team) if (one.name === name) emails.add(one.email);
    // The owner of the credentials is a member already.
    if (known !== null) continue;
    if (isMember) github.setMembership(organization, login, { role: 'member', state: 'active' });
  }
}

/** A user map of those who are there, as a person would fill it in. */
export function sampleUserMap({ people }: BitbucketHost): string {
  const rows = logins.flatMap(({ name, login }) => {
    const nickname = people.find((one) => one.displayName === name)?.nickname;
    return nickname === null || nickname === undefined ? [] : [`${nickname},${login}`];
  });
  return ['source_username,target_username', ...rows, ''].join('\n');
}
