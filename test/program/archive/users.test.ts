import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { acceptInvitation } from '../../../sandbox/github/importer/mannequins.ts';
import { unlimitedGithub } from '../../../sandbox/github/rate-limit/limits.ts';
import { undocumented } from '../../helpers/documented-output.ts';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';
import { addPullRequests, newestMigration } from '../../helpers/repositories/migration-fixture.ts';
import { honest } from '../../sandbox/github/importer/import-changed.ts';

let place: Workplace;
let id: string;

interface Row {
  readonly name: string;
  readonly items: number;
  readonly state: string;
  readonly mannequin: { readonly id: string; readonly login: string } | null;
  readonly target: string | null;
  readonly claimant: string | null;
}

async function people(...more: readonly string[]): Promise<readonly Row[]> {
  const { code, stdout, stderr } = await place.run([
    ...['users', 'status', '--migration', id, '--json', ...more],
  ]);
  expect(code, stderr).toBe(0);
  expect(undocumented(stdout)).toEqual([]);
  return JSON.parse(stdout).people;
}

const claim = (...more: readonly string[]) =>
  place.run(['users', 'claim', '--migration', id, ...more]);
const invitations = () =>
  place.sandbox.github.importer.mannequins.filter(({ invited }) => invited !== null);
/** The person who has written most, as the source calls them. */
let author: Row;

beforeAll(async () => {
  place = await openWorkplace({ limits: { github: unlimitedGithub } });
  Object.assign(place.sandbox.github.importer.rules, honest);
  await addPullRequests(place, 'web');
  place.write('plan.json', { ...place.plan('web'), engine: 'archive' });
  const { code, stderr } = await place.run(['migrate', '--plan', 'plan.json']);
  expect(code, stderr).toBe(0);
  id = await newestMigration(place);
  [author] = (await people()) as [Row];
  place.sandbox.github.addUser({ login: 'real-gh' });
  place.write('users.csv', `source_username,target_username\n${usernameOf(author.name)},real-gh\n`);
});
afterAll(() => place[Symbol.asyncDispose]());

/** On the source. */
function usernameOf(name: string): string {
  const all = place.sandbox.bitbucket.findRepository('web')?.pullRequests ?? [];
  const found = all.find((one) => one.author?.displayName === name)?.author;
  return found?.uuid ?? '';
}

it('lists each person with the account that stands for them, and how much they have written', async () => {
  const found = await people();
  expect(author).toMatchObject({ state: 'unmapped', target: null, claimant: null });
  const total = found.reduce((sum, { items }) => sum + items, 0);
  expect(total).toBeGreaterThan(6);
  const { stdout } = await place.run(['users', 'status', '--migration', id]);
  expect(stdout).toContain('not in the user map');
});

it('sends nothing where nobody can be asked, nor in a dry run', async () => {
  const unasked = await claim('--user-map', 'users.csv');
  expect(unasked.stderr).toContain('Add --yes');
  expect(unasked.code).toBe(2);
  const dry = await claim('--user-map', 'users.csv', '--dry-run');
  expect(dry.stdout).toContain('unclaimed: real-gh');
  expect(dry.stdout).toContain('Nothing was sent.');
  const { stdout } = await claim('--user-map', 'users.csv', '--dry-run', '--json');
  expect(undocumented(stdout)).toEqual([]);
  expect(invitations()).toEqual([]);
});

it('says why somebody cannot be invited', async () => {
  const refused = await claim('--user-map', 'users.csv', '--yes');
  expect(refused.stderr).toContain('not a member of the organization');
  expect(refused.code).toBe(6);
  expect(invitations()).toEqual([]);
});

it('hands over at once only where accounts are managed', async () => {
  place.sandbox.github.setMembership('acme', 'real-gh', { role: 'member', state: 'active' });
  const { code, stderr } = await claim('--user-map', 'users.csv', '--immediate', '--yes');
  expect(stderr).toContain('only organizations with managed users support this');
  expect(code).toBe(6);
});

it('invites members of the organization', async () => {
  const named = ['users', 'status', '--migration', id, '--user-map', 'users.csv'];
  const before = await place.run(named);
  const [, next = ''] = /^Next: migrator (.*)$/m.exec(before.stderr) ?? [];
  expect(next).toBe(`users claim --migration ${id} --user-map users.csv --dry-run`);
  expect(await place.run(next.split(' '))).toMatchObject({ code: 0 });
  const { code, stdout, stderr } = await claim('--user-map', 'users.csv', '--yes');
  expect(stdout).toContain('1 invited, 0 failed.');
  expect(stderr).toContain(`Next: migrator users status --migration ${id}\n`);
  expect(code).toBe(0);
  expect(invitations().map(({ invited }) => invited?.login)).toEqual(['real-gh']);
});

it('asks nobody twice', async () => {
  const before = place.sandbox.requests.length;
  const { code, stdout } = await claim('--user-map', 'users.csv', '--yes');
  expect(stdout).toContain('Everyone has been invited.');
  expect(code).toBe(0);
  // For the organization, and its mannequins.
  const asked = place.sandbox.requests.slice(before).filter(({ path }) => path === '/graphql');
  expect(asked.length).toBe(2);
  expect(await people()).toContainEqual(
    expect.objectContaining({ name: author.name, state: 'invited' }),
  );
});

it("writes GitHub's own file", async () => {
  const args = ['users', 'status', '--migration', id, '--user-map', 'users.csv'];
  const { code } = await place.run([...args, '--output', 'mannequins.csv']);
  expect(code).toBe(0);
  const [head, ...rows] = readFileSync(join(place.folder, 'mannequins.csv'), 'utf8').split('\n');
  expect(head).toBe('mannequin-user,mannequin-id,target-user');
  expect(rows).toContain(`${author.mannequin?.login},${author.mannequin?.id},real-gh`);
});

it('reads it again, and skips accounts of other imports', async () => {
  const row = `${author.mannequin?.login},${author.mannequin?.id},other-gh`;
  const head = 'mannequin-user,mannequin-id,target-user';
  place.write('filled.csv', `${head}\n${row}\nsomebody,M_unknown,real-gh\n`);
  const [found] = await people('--user-map', 'filled.csv');
  expect(found).toMatchObject({ name: author.name, target: 'other-gh' });
  const { stderr, stdout } = await claim('--user-map', 'filled.csv', '--dry-run');
  expect(stderr).toContain('1 row is for a mannequin from other imports, skipped: line 3');
  expect(stdout).toContain('invited: other-gh');
});

it('is refused where people of Bitbucket are needed', async () => {
  const args = ['migrate', '--resume', id, '--user-map', 'filled.csv', '--dry-run'];
  const { code, stderr } = await place.run(args);
  expect(stderr).toContain('filled.csv lists mannequins, not Bitbucket users');
  expect(code).toBe(3);
});

it('shows who has accepted, and the result stays verified', async () => {
  for (const one of invitations()) acceptInvitation(place.sandbox.github, one);
  expect(await people()).toContainEqual(
    expect.objectContaining({ name: author.name, state: 'claimed', claimant: 'real-gh' }),
  );
  const { code, stdout } = await place.run(['verify', '--migration', id]);
  expect(code, stdout).toBe(0);
});

it('has nothing to say of a migration by requests', async () => {
  place.write('rest.json', place.plan('web:web-rest'));
  expect((await place.run(['migrate', '--plan', 'rest.json'])).code).toBe(0);
  const rest = await newestMigration(place);
  const { code, stderr } = await place.run(['users', 'status', '--migration', rest]);
  expect(stderr).toContain('was not imported');
  expect(code).toBe(2);
});
