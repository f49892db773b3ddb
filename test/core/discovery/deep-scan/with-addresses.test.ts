import { expect, it } from 'vitest';
import {
  addAddresses,
  mostRepositories,
  withAddresses,
} from '../../../../src/core/discovery/deep-scan/with-addresses.ts';
import { MigratorError } from '../../../../src/core/kernel/errors.ts';
import { person } from '../../users/people.ts';

const seen = (name: string, email?: string) => ({
  person: { ...person(name), ...(email !== undefined && { email }) },
  times: 1,
});
const committed = (name: string, email: string) => ({ person: person(name), email });
const { signal } = new AbortController();

it('gives each person the address of most of their commits, and leaves those that are known', () => {
  const found = addAddresses(
    [seen('jane'), seen('kim', 'kim@own.example'), seen('lee')],
    [
      ...['Old@acme.example', 'jane@acme.example', 'jane@acme.example'].map((email) =>
        committed('jane', email),
      ),
      committed('kim', 'kim@acme.example'),
    ],
  );
  const emails = found.map((one) => one.person.email ?? null);
  expect(emails).toEqual(['jane@acme.example', 'kim@own.example', null]);
});

it('asks once for each of the repositories that changed last, and for no more of them', async () => {
  const repositories = Array.from({ length: mostRepositories + 5 }, (_, at) => ({
    slug: `r${at}`,
    updatedAt: new Date(Date.UTC(2026, 0, 1) + at * 3_600_000).toISOString(),
  }));
  const asked: string[] = [];
  const source = {
    async listCommitAuthors({ slug }: { slug: string }) {
      asked.push(slug);
      if (slug === 'r9') throw new MigratorError('permission', 'no', { hint: 'no' });
      return [committed('jane', 'jane@acme.example')];
    },
  };
  const place = { source, workspace: 'acme', repositories, signal };
  const [one] = await withAddresses([seen('jane')], place);
  expect(one?.person.email).toBe('jane@acme.example');
  expect(asked).toHaveLength(mostRepositories);
  expect(asked).not.toContain('r4');
  expect(asked).toContain('r5');
});

it('asks nobody where people show their own addresses, or nobody was seen', async () => {
  const listCommitAuthors = () => Promise.reject(new Error('asked'));
  const place = { workspace: 'acme', repositories: [{ slug: 'r', updatedAt: null }], signal };
  const people = [seen('jane')];
  expect(await withAddresses(people, { ...place, source: { listCommitAuthors: null } })).toBe(
    people,
  );
  expect(await withAddresses([], { ...place, source: { listCommitAuthors } })).toEqual([]);
});

it('ends with what concerns all repositories', async () => {
  const refused = new MigratorError('credentials', 'no', { hint: 'no' });
  const source = { listCommitAuthors: () => Promise.reject(refused) };
  const place = { source, workspace: 'acme', repositories: [{ slug: 'r', updatedAt: null }] };
  await expect(withAddresses([seen('jane')], { ...place, signal })).rejects.toBe(refused);
});
