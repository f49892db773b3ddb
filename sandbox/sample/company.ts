import type { BitbucketPerson } from '../bitbucket/accounts/people.ts';
import type { BitbucketHost } from '../bitbucket/host.ts';

/** Who takes part in the pull requests of the sample workspace. */
export interface Company {
  readonly workspace: string;
  /** Where people open repositories; the host's own public address, as it stands in old texts. */
  readonly webUrl: string;
  readonly robin: BitbucketPerson;
  readonly amara: BitbucketPerson;
  readonly soren: BitbucketPerson;
  readonly yuki: BitbucketPerson;
  /** Has left the workspace; the account is still there. */
  readonly ines: BitbucketPerson;
  readonly bot: BitbucketPerson;
  readonly security: BitbucketPerson;
}

export function createCompany(bitbucket: BitbucketHost): Company {
  const workspace = bitbucket.workspace.slug;
  return {
    workspace,
    webUrl: `https://bitbucket.org/${workspace}`,
    robin: bitbucket.user,
    amara: bitbucket.addPerson({ name: 'Amara Okafor', email: 'amara.okafor@acme.example' }),
    soren: bitbucket.addPerson({
      ...{ name: 'Søren Lindqvist', nickname: 'soeren' },
      email: 'soren.lindqvist@acme.example',
    }),
    yuki: bitbucket.addPerson({ name: 'Yuki Tanaka', email: 'yuki.tanaka@acme.example' }),
    ines: bitbucket.addPerson({ name: 'Inês Carvalho', isMember: false }),
    bot: bitbucket.addPerson({ name: 'Deploy Bot', type: 'app_user' }),
    security: bitbucket.addPerson({ name: 'Acme Security', type: 'team' }),
  };
}

/** As Bitbucket writes a mention into a text. */
export function mention(person: BitbucketPerson): string {
  return `@{${person.accountId ?? person.uuid.slice(1, -1)}}`;
}

/** Pull requests follow one another over some years, at working hours. */
export function day(number: number, hour = 9, minute = 0): Date {
  return new Date(Date.UTC(2024, 0, 8 + number, hour, minute, 30, 500));
}
