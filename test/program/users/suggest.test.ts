import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { unlimitedGithub } from '../../../sandbox/github/rate-limit/limits.ts';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';
import { addPullRequests, newestMigration } from '../../helpers/repositories/migration-fixture.ts';
import { honest } from '../../sandbox/github/importer/import-changed.ts';

let place: Workplace;
let id: string;

const suggest = (...more: readonly string[]) => place.run(['users', 'suggest', ...more]);
const file = (name: string) => readFileSync(join(place.folder, name), 'utf8');

const map = [
  'source_username,target_username,display_name',
  'jane,,Jane Doe',
  'kim,,Kim Min',
  'lee,,Lee Twice',
  'done,robin-keller,Robin Keller',
  '',
].join('\n');

beforeAll(async () => {
  place = await openWorkplace({ limits: { github: unlimitedGithub } });
  const { github } = place.sandbox;
  Object.assign(github.importer.rules, honest);
  // The author of the fixture's commits.
  github.addUser({ login: 'jane-gh', name: 'J.', emails: ['jane@example.com'] });
  const names = { 'kim-gh': 'Min, Kim', lee1: 'Lee Twice', lee2: 'Lee Twice' };
  for (const [login, name] of Object.entries(names)) {
    github.addUser({ login, name });
    github.setMembership('acme', login, { role: 'member', state: 'active' });
  }
  await addPullRequests(place, 'web');
  place.write('plan.json', { ...place.plan('web'), engine: 'archive' });
  const { code, stderr } = await place.run(['migrate', '--plan', 'plan.json']);
  expect(code, stderr).toBe(0);
  id = await newestMigration(place);
  place.write('users.csv', map);
});
afterAll(() => place[Symbol.asyncDispose]());

it('shows candidates with source and confidence, and fills in nobody', async () => {
  const args = ['--target-org', 'acme', '--user-map', 'users.csv'];
  const { code, stdout, stderr } = await suggest(...args);
  expect(code, stderr).toBe(0);
  expect(stdout.split('\n')).toEqual([
    'Jane Doe (jane)  jane-gh  medium  commits',
    "Kim Min (kim)    kim-gh   medium  member's name",
    "Lee Twice (lee)  lee1     medium  member's name, several are equally likely",
    "                 lee2     medium  member's name",
    '',
    '3 people without a login: 3 with suggestions. Nothing is accepted without --accept.',
    '',
  ]);
});

it('writes the map with its suggestions, and logins only where they are asked for', async () => {
  const args = ['--migration', id, '--user-map', 'users.csv', '--output'];
  expect((await suggest(...args, 'suggested.csv')).code).toBe(0);
  expect(file('suggested.csv').split('\n')).toEqual([
    'source_username,target_username,display_name,suggested_username,suggestion_source,confidence',
    'jane,,Jane Doe,jane-gh,commit-email,medium',
    'kim,,Kim Min,kim-gh,member-name,medium',
    'lee,,Lee Twice,,,',
    'done,robin-keller,Robin Keller,,,',
    '',
  ]);
  const accepted = await suggest(...args, 'accepted.csv', '--accept', 'medium', '--json');
  const people = JSON.parse(accepted.stdout).people as readonly { readonly accepted: string }[];
  expect(people.map((one) => one.accepted)).toEqual(['jane-gh', 'kim-gh', null]);
  expect(file('accepted.csv')).toContain('\njane,jane-gh,Jane Doe,');
  const again = await suggest('--target-org', 'acme', '--user-map', 'accepted.csv');
  expect(again.stdout).toContain('1 person without a login');
});

it('asks nothing where everybody has a login', async () => {
  place.write('full.csv', 'source_username,target_username\nada,robin-keller\n');
  const before = place.sandbox.requests.length;
  const { stdout } = await suggest('--target-org', 'acme', '--user-map', 'full.csv');
  expect(stdout).toBe('Everyone in the user map has a login.\n');
  expect(place.sandbox.requests.length).toBe(before);
});

it('knows everybody of an import without a user map', async () => {
  const { code, stdout, stderr } = await suggest('--migration', id, '--json');
  expect(code, stderr).toBe(0);
  const lines = (await suggest('--migration', id)).stdout;
  expect(lines).toMatch(/^Robin Keller {2}robin-keller {2}medium {2}member's name\n/);
  const { people } = JSON.parse(stdout);
  const candidates = [
    { username: 'robin-keller', source: 'member-name', confidence: 'medium', also: [] },
  ];
  expect(people).toEqual([expect.objectContaining({ name: 'Robin Keller', candidates })]);
});

it('notes what the host does not show, and goes on', async () => {
  const token = place.sandbox.github.tokens.add({ scopes: ['repo', 'workflow'] });
  const args = ['users', 'suggest', '--target-org', 'acme', '--user-map', 'users.csv'];
  const { code, stdout, stderr } = await place.run(args, { DST_TOKEN: token });
  expect(code, stderr).toBe(0);
  expect(stdout).toContain('Note: Members of acme were not read: ');
  expect(stdout).toContain('Note: Single sign-on for acme was not read: ');
  expect(stdout).toContain('jane-gh');
});

it('prints names of the hosts without what acts on a terminal', async () => {
  place.write(
    'evil.csv',
    'source_username,target_username,display_name\nx,,"Eve \u001b]0;x\u0007"\n',
  );
  const { stdout } = await suggest('--target-org', 'acme', '--user-map', 'evil.csv');
  expect(stdout).toContain('Eve');
  expect(stdout).not.toMatch(/[\u001b\u0007]/);
});

it('says what is missing before it asks a host', async () => {
  const both = await suggest();
  expect(both.stderr).toContain('takes --migration or --target-org');
  const noMap = await suggest('--target-org', 'acme');
  expect(noMap.stderr).toContain('needs --user-map');
  const noOutput = await suggest('--migration', id, '--accept', 'high');
  expect(noOutput.stderr).toContain('--accept needs --output');
  expect([both, noMap, noOutput].map(({ code }) => code)).toEqual([2, 2, 2]);
});

it('needs a user map for a migration by requests that has none', async () => {
  place.write('rest.json', place.plan('web:web-rest'));
  expect((await place.run(['migrate', '--plan', 'rest.json'])).code).toBe(0);
  const rest = await newestMigration(place);
  const { code, stderr } = await suggest('--migration', rest);
  expect(stderr).toContain('has no user map');
  expect(code).toBe(2);
});

it('is sure of people of Bitbucket Cloud whose commits GitHub knows by the same address', async () => {
  const { bitbucket, workspace } = place.sandbox;
  const jane = bitbucket.addPerson({ name: 'Jane Doe', email: 'jane@example.com' });
  const pulls = bitbucket.findRepository('web')?.pullRequests ?? [];
  for (const pull of pulls.slice(0, 2)) Object.assign(pull, { author: jane });
  const args = ['--deep', '--users', 'seen.csv', '--output', 'inventory.json'];
  const scan = await place.run(['discover', '--workspace', workspace, ...args]);
  expect(scan.code, scan.stderr).toBe(0);
  expect(file('seen.csv')).toMatch(/^jane\.doe,,Jane Doe,.*,jane@example\.com$/m);
  const { stdout } = await suggest('--target-org', 'acme', '--user-map', 'seen.csv');
  expect(stdout).toMatch(/^Jane Doe \(jane\.doe\) +jane-gh +high +commits$/m);
});
