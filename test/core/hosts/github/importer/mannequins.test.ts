import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { GithubAccount } from '../../../../../sandbox/github/accounts/account.ts';
import { importerRules } from '../../../../../sandbox/github/importer/importer-rules.ts';
import { acceptInvitation } from '../../../../../sandbox/github/importer/mannequins.ts';
import type { Mannequin } from '../../../../../src/core/ports/target-importer.ts';
import { askGithub } from '../../../../sandbox/helpers/rest.ts';
import { type ImporterPlace, openImporter } from './importer-place.ts';

let place: ImporterPlace;
let acme: GithubAccount;

beforeAll(async () => {
  place = await openImporter();
  const { github } = place.sandbox;
  const found = github.findAccount('acme');
  if (found === null) throw new Error('No organization');
  acme = found;
  for (const login of ['grace-hopper', 'outsider']) github.addUser({ login });
  github.setMembership('acme', 'grace-hopper', { role: 'member', state: 'active' });
});
beforeEach(() => {
  Object.assign(place.rules, importerRules, { keepsLogins: true, honoursReviewStates: true });
  acme.policies.hasManagedUsers = false;
  place.sandbox.github.importer.mannequins.length = 0;
  for (const one of [...place.sandbox.github.repositories])
    void place.sandbox.github.deleteRepository(`acme/${one.name}`);
});
afterAll(() => place[Symbol.asyncDispose]());

async function importShop(repository = 'shop'): Promise<void> {
  const { state } = await place.run({ write: place.plain }, { repository });
  expect(state.kind).toBe('succeeded');
}

async function mannequins(): Promise<readonly Mannequin[]> {
  const organization = await place.organization();
  const all: Mannequin[] = [];
  for await (const page of place.importer.listMannequins({ organization })) all.push(...page);
  return all;
}

async function claimOf(login: string) {
  const organization = await place.organization();
  const mannequin = (await mannequins()).find((one) => one.login === 'grace');
  const user = await place.importer.findUser({ login });
  if (mannequin === undefined || user === null) throw new Error('Nobody to claim for');
  return { organization, mannequin, user };
}

function accept(): void {
  const { github } = place.sandbox;
  const person = github.importer.mannequins.find(({ account }) => account.login === 'grace');
  if (person === undefined) throw new Error('No mannequin');
  acceptInvitation(github, person);
}

/** Who wrote what of the only pull request. */
async function authors(repository = 'shop') {
  const read = async (path: string) => {
    const pull = `/repos/acme/${repository}/pulls/1`;
    const { body } = await askGithub(place.sandbox, 'GET', `${pull}${path}`);
    return (Array.isArray(body) ? body : [body]) as { user: { login: string; type: string } }[];
  };
  const all = [await read(''), await read('/reviews'), await read('/comments')].flat();
  return all.map(({ user }) => `${user.login} ${user.type}`);
}

const grace = 'grace Mannequin';
const hopper = 'grace-hopper User';

describe('mannequins', () => {
  it('are listed, one for each person, and wrote what is there', async () => {
    await importShop();
    expect(await mannequins()).toMatchObject([
      { login: 'ada', email: null, claimant: null },
      { login: 'grace', email: null, claimant: null },
    ]);
    expect(await authors()).toEqual(['ada Mannequin', grace, grace, grace]);
  });

  it('are listed over many pages', async () => {
    const archive = place.archive(({ records }) => {
      const [first] = records.users ?? [];
      for (let count = 0; count < 97; count += 1) {
        const login = `person-${count}`;
        records.users?.push({ ...first, login, url: `https://bitbucket.org/${login}` });
      }
    });
    await place.run(archive, { repository: 'many' });
    await place.run(
      place.archive(({ records }) => {
        const [first] = records.users ?? [];
        for (let count = 0; count < 50; count += 1) {
          const login = `other-${count}`;
          records.users?.push({ ...first, login, url: `https://bitbucket.org/${login}` });
        }
      }),
      { repository: 'more' },
    );
    expect(await mannequins()).toHaveLength(149);
  });

  it('show the address of their record where the host keeps it', async () => {
    place.rules.keepsEmails = true;
    const archive = place.archive(({ records }) => {
      Object.assign(records.users?.[0] ?? {}, {
        emails: [{ address: 'ada@acme.example', primary: true }],
      });
    });
    await place.run(archive, { repository: 'mail' });
    expect((await mannequins()).map(({ email }) => email)).toEqual(['ada@acme.example', null]);
  });

  it('are the same in a second import', async () => {
    await importShop();
    await importShop('second');
    expect(await mannequins()).toHaveLength(2);
  });
});

describe('an invitation', () => {
  it('leaves the content with the mannequin until it is accepted', async () => {
    await importShop();
    await place.importer.inviteClaimant(await claimOf('grace-hopper'));
    expect((await authors()).slice(1)).toEqual([grace, grace, grace]);
    accept();
    expect((await authors()).slice(1)).toEqual([hopper, hopper, hopper]);
    const claimed = (await mannequins()).find(({ login }) => login === 'grace');
    expect(claimed?.claimant).toMatchObject({ login: 'grace-hopper' });
  });

  it('that was accepted holds for later imports', async () => {
    await importShop();
    await place.importer.inviteClaimant(await claimOf('grace-hopper'));
    accept();
    await importShop('later');
    expect((await authors('later')).slice(1)).toEqual([hopper, hopper, hopper]);
  });

  it('goes to members alone', async () => {
    await importShop();
    const claim = await claimOf('outsider');
    await expect(place.importer.inviteClaimant(claim)).rejects.toMatchObject({
      code: 'refused',
      message: expect.stringContaining('not a member'),
    });
  });

  it('is not sent for a mannequin that somebody has', async () => {
    await importShop();
    const claim = await claimOf('grace-hopper');
    await place.importer.inviteClaimant(claim);
    accept();
    await expect(place.importer.inviteClaimant(claim)).rejects.toMatchObject({ code: 'refused' });
  });

  it('is sent by owners alone', async () => {
    await importShop();
    const claim = await claimOf('grace-hopper');
    const { github } = place.sandbox;
    github.importer.migrators.set(acme.id, new Set(['user:robin-keller']));
    github.setMembership('acme', 'robin-keller', { role: 'member', state: 'active' });
    await expect(place.importer.inviteClaimant(claim)).rejects.toMatchObject({
      code: 'permission',
    });
    github.setMembership('acme', 'robin-keller', { role: 'admin', state: 'active' });
  });
});

describe('handing content over at once', () => {
  it('is for organizations with managed users alone', async () => {
    await importShop();
    const claim = await claimOf('grace-hopper');
    await expect(place.importer.reattribute(claim)).rejects.toMatchObject({
      code: 'refused',
      hint: 'Send invitations instead.',
    });
    acme.policies.hasManagedUsers = true;
    await place.importer.reattribute(claim);
    expect((await authors()).slice(1)).toEqual([hopper, hopper, hopper]);
  });

  it('needs the header that opens it', async () => {
    const query = `mutation { reattributeMannequinToUser(input: {ownerId: "a", sourceId: "b", targetId: "c"}) { clientMutationId } }`;
    const { body } = await askGithub(place.sandbox, 'POST', '/graphql', { query });
    expect(JSON.stringify(body)).toContain(
      "Field 'reattributeMannequinToUser' doesn't exist on type 'Mutation'",
    );
  });
});

describe('findUser', () => {
  it('finds users, and neither organizations nor mannequins', async () => {
    await importShop();
    expect(await place.importer.findUser({ login: 'Grace-Hopper' })).toMatchObject({
      login: 'grace-hopper',
    });
    expect(await place.importer.findUser({ login: 'acme' })).toBeNull();
    expect(await place.importer.findUser({ login: 'grace' })).toBeNull();
  });
});
