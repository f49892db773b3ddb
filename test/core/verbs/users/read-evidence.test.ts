import { describe, expect, it } from 'vitest';
import { MigratorError } from '../../../../src/core/kernel/errors.ts';
import type {
  CommitAuthor,
  TargetPeople,
} from '../../../../src/core/ports/records/target-people.ts';
import type { UnmappedPerson } from '../../../../src/core/users/suggest/evidence.ts';
import { readEvidence } from '../../../../src/core/verbs/users/suggest/read-evidence.ts';

const ada: UnmappedPerson = { name: 'Ada Park', handles: ['ada'], emails: ['ada@acme.example'] };
const refused = new MigratorError('permission', 'api.github.com refused it');

/** Everything is empty unless given; repositories whose commits are read are noted. */
function host(given: Partial<TargetPeople> = {}) {
  const read: string[] = [];
  const asked: string[] = [];
  const people: TargetPeople = {
    async *listMembers() {},
    async *listIdentities() {},
    listNewestRepositories: async () => ['newest'],
    async *listCommitAuthors({ name }) {
      read.push(name);
      yield [author(name)];
    },
    ...given,
  };
  const pullRequests = {
    async findUsers({ logins }: { logins: readonly string[] }) {
      asked.push(...logins);
      return new Map(logins.map((login) => [login, login.toUpperCase()]));
    },
  };
  return { read, asked, target: { people, pullRequests } };
}

const author = (name: string): CommitAuthor => ({ name, email: `${name}@x.example`, login: null });

function evidenceOf(
  target: ReturnType<typeof host>['target'],
  { repositories = null, people = [ada] }: Partial<Parameters<typeof readEvidence>[0]> = {},
) {
  const signal = new AbortController().signal;
  return readEvidence({ target, organization: 'acme', repositories, people, signal });
}

describe('evidence of who is who', () => {
  it('is read from commits of the named repositories, else of those that were pushed to last', async () => {
    const named = host();
    await evidenceOf(named.target, { repositories: ['web', 'api'] });
    expect(named.read).toEqual(['web', 'api']);
    const newest = host();
    await evidenceOf(newest.target);
    expect(newest.read).toEqual(['newest']);
  });

  it('stops at commits once GitHub has named the account of every address', async () => {
    const { read, target } = host({
      async *listCommitAuthors({ name }) {
        read.push(name);
        yield [{ ...author('x'), email: 'ADA@acme.example', login: 'ada-gh' }];
      },
    });
    await evidenceOf(target, { repositories: ['web', 'api'] });
    expect(read).toEqual(['web']);
    read.length = 0;
    await evidenceOf(target, { repositories: ['web', 'api'], people: [{ ...ada, emails: [] }] });
    expect(read).toEqual(['web', 'api']);
  });

  it('reads 300 commits of 50 repositories at most, and says so', async () => {
    let pages = 0;
    const { target } = host({
      async *listCommitAuthors() {
        for (let page = 0; page < 9; page += 1) {
          pages += 1;
          yield Array.from({ length: 100 }, () => author('x'));
        }
      },
    });
    const repositories = Array.from({ length: 60 }, (_, index) => `r${index}`);
    const { notes } = await evidenceOf(target, { repositories });
    expect(pages).toBe(150);
    expect(notes).toEqual(['Commits in 50 of 60 repositories were read.']);
  });

  it('looks up managed accounts that are no members yet', async () => {
    const { asked, target } = host({
      async *listMembers() {
        yield [{ login: 'bo_acme', name: null }];
      },
    });
    const { evidence } = await evidenceOf(target);
    expect(asked).toEqual(['ada_acme']);
    expect(evidence.managed).toEqual(['ADA_ACME']);
  });

  it('notes what is refused, and keeps the rest', async () => {
    const { target } = host({
      // biome-ignore lint/correctness/useYield: it is refused before the first page
      async *listMembers() {
        throw refused;
      },
      async *listCommitAuthors({ name }) {
        yield [author(name)];
        if (name === 'web') throw refused;
      },
    });
    const { evidence, notes } = await evidenceOf(target, { repositories: ['web', 'api'] });
    expect(notes).toEqual([
      'Members of acme were not read: api.github.com refused it.',
      'Commits in 1 repository were not read.',
    ]);
    expect(evidence.authors.map(({ name }) => name)).toEqual(['web', 'api']);
  });

  it('fails where each request that follows would fail too', async () => {
    const { target } = host({
      listNewestRepositories: async () => {
        throw new MigratorError('unavailable', 'nobody is there');
      },
    });
    await expect(evidenceOf(target)).rejects.toThrow('nobody is there');
  });

  it('asks nothing for nobody', async () => {
    const { read, target } = host();
    expect((await evidenceOf(target, { people: [] })).notes).toEqual([]);
    expect(read).toEqual([]);
  });
});
