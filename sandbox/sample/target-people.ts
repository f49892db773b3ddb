import type { BitbucketHost } from '../bitbucket/host.ts';
import type { GithubHost } from '../github/host.ts';

/** Logins of the sample's people on GitHub. One of them is not in the organization yet, and others have none. */
const logins = [
  { name: 'Robin Keller', login: 'robin-keller', isMember: true },
  { name: 'Amara Okafor', login: 'amara-okafor', isMember: true },
  { name: 'Søren Lindqvist', login: 'soren-acme', isMember: true },
  { name: 'Yuki Tanaka', login: 'yuki-tanaka', isMember: false },
];

export function addTargetPeople(github: GithubHost, organization: string): void {
  for (const { login, name, isMember } of logins) {
    // The owner of the credentials is there.
    if (github.findAccount(login) !== null) continue;
    github.addUser({ login, name });
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
