import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GithubRepository } from '../../../sandbox/github/records.ts';
import type { Ended } from '../../helpers/program/run-program.ts';
import { git } from '../../helpers/repositories/git-fixture.ts';
import { pullRequestsOf } from '../../helpers/repositories/pull-request-fixture.ts';
import {
  migrate,
  openPullRequestPlace,
  type PullRequestPlace,
} from '../../helpers/repositories/pull-request-place.ts';

let place: PullRequestPlace;
let first: Ended;
/** Of a project: such tokens belong to nobody, and are no passwords. */
let token: string;

/** One migration for all tests, each of which leaves it as it was. */
beforeAll(async () => {
  place = await openPullRequestPlace({
    source: 'bitbucket-data-center',
    target: 'ghe.com',
    gateway: { intercepts: true, needsPassword: true },
  });
  const { dataCenter } = place.sandbox;
  if (dataCenter === null) throw new Error('there is no Data Center');
  const picture = dataCenter.addAttachment('web', { name: 'A b.PNG', bytes: Buffer.from('png') });
  const log = dataCenter.addAttachment('web', { name: 'run.log', bytes: Buffer.from('log') });
  const large = dataCenter.addAttachment('web', {
    name: 'dump.bin',
    bytes: Buffer.alloc(26 * 1024 * 1024),
  });
  const server = place.sandbox.environment.SRC_DATA_CENTER_URL;
  const own = `${server}/projects/ACME/repos/web`;
  const [merged, ...others] = pullRequestsOf(place.history);
  const text = [
    `![a picture](${picture})`,
    `[the log](${log}) and ![gone](attachment:1/0123456789abcdef%2Fgone.png)`,
    `[a dump](${large})`,
    `${own}/pull-requests/2/overview?commentId=7`,
    `[a file](${own}/browse/a.txt?at=refs%2Fheads%2Fmain#10-12)`,
    `[a commit](${own}/commits/${place.history.commits.start})`,
    `[elsewhere](${server}/projects/OTHER/repos/web/browse)`,
    '@"nobody.here" @robin-keller',
  ].join('\n\n');
  const again = { text: `Once more: ![again](${picture})` };
  await place.addRepository([
    { ...merged, description: text, conversation: { comments: [again] } },
    ...others,
  ]);
  token = dataCenter.addToken({ kind: 'project' });
  first = await place.run(migrate, { SRC_TOKEN: token });
});
afterAll(async () => {
  await place[Symbol.asyncDispose]();
});

function target(): GithubRepository {
  return place.target();
}

function bodyOf(number: number): string {
  return target().pulls.find((one) => one.number === number)?.body ?? '';
}

describe('a migration from a Data Center', () => {
  it('carries the files that texts name to a branch of the target, each once, by what it holds', () => {
    expect(first.code).toBe(0);
    const files = git(target().directory, 'ls-tree', '-r', '--name-only', 'migrator/attachments')
      .trim()
      .split('\n');
    expect(files).toHaveLength(2);
    const [png, log] = ['png', 'log'].map((ending) =>
      files.find((file) => file.endsWith(`.${ending}`)),
    );
    expect(git(target().directory, 'show', `migrator/attachments:${png}`)).toBe('png');
    const base = `${place.sandbox.environment.DST_ENTERPRISE_URL}/acme/web/raw/migrator/attachments`;
    expect(bodyOf(1)).toContain(`![a picture](${base}/${png})`);
    expect(bodyOf(1)).toContain(`[the log](${base}/${log})`);
    expect(target().pulls[0]?.comments[0]?.body).toContain(`![again](${base}/${png})`);
  });

  it('says which files stay behind and why, and leads to where they are', () => {
    expect(first.stderr).toContain('because it is gone from Bitbucket: attachment:1/0123456789');
    expect(first.stderr).toContain('because it is larger than 25 MiB');
    const server = place.sandbox.environment.SRC_DATA_CENTER_URL;
    const left = `${server}/projects/ACME/repos/web/attachments/`;
    expect(bodyOf(1)).toContain(`(${left}0123456789abcdef/gone.png)`);
    expect(bodyOf(1)).toMatch(new RegExp(`\\[a dump\\]\\(${left}[0-9a-f]{40}/dump\\.bin\\)`));
  });

  it('leads from the pages of the server to the same on the target, and leaves the others', () => {
    const web = `${place.sandbox.environment.DST_ENTERPRISE_URL}/acme/web`;
    expect(bodyOf(1)).toContain(`[#2](${web}/pull/2)`);
    expect(bodyOf(1)).toContain(`[a file](${web}/blob/main/a.txt#L10-L12)`);
    expect(bodyOf(1)).toContain(`[a commit](${web}/commit/${place.history.commits.start})`);
    expect(bodyOf(1)).toContain('/projects/OTHER/repos/web/browse)');
  });

  it('reads the heads of merged and declined pull requests by their full hashes, and asks for no short one', () => {
    const asked = place.sandbox.requests.map(({ path }) => path);
    expect(asked.some((path) => /\/commits\//.test(path))).toBe(false);
    expect(target().pulls.map(({ head }) => head.sha)).toContain(place.history.commits.declined);
  });

  it('asks a ghe.com by the names that it has, and goes to it through the proxy alone', () => {
    const { hostname } = new URL(place.sandbox.environment.DST_ENTERPRISE_URL ?? '');
    expect(hostname).toMatch(/\.ghe\.com$/);
    const log = place.sandbox.gateway?.proxy.log ?? [];
    const tunnels = log.filter(({ method }) => method === 'CONNECT').map(({ host }) => host);
    expect(tunnels).toContain(`api.${hostname}`);
    expect(tunnels).toContain(hostname);
    expect(log).toHaveLength(place.sandbox.requests.length + tunnels.length);
  });

  it('is found to be equal, also where the source is read again', async () => {
    const id = /mig_\w{12}/.exec(first.stderr)?.[0] ?? '';
    const { code, stdout } = await place.run(['verify', '--migration', id, '--reread-source']);
    expect(stdout).toContain('equal: No defects');
    expect(stdout).toContain('2 items still on Bitbucket');
    expect(stdout).toContain('0 changed on Bitbucket since');
    expect(code).toBe(0);
  });

  it('adds nothing to the branch of files when the repository is gone through once more', async () => {
    const tip = () => git(target().directory, 'rev-parse', 'migrator/attachments').trim();
    const before = tip();
    const again = await place.run([...migrate, '--reset-repo', 'web']);
    expect(again.code).toBe(0);
    expect(tip()).toBe(before);
    expect(place.shown()).toHaveLength(6);
  });

  it('sends the token to the server alone, and shows it nowhere', () => {
    expect(first.stderr + first.stdout).not.toContain(token);
    const kinds = new Set(
      place.sandbox.requests
        .filter(({ host }) => host === 'bitbucket')
        .map(({ authorization }) => authorization),
    );
    expect([...kinds]).toEqual(['bearer']);
  });
});

describe('discover on a Data Center', () => {
  const discover = ['discover', '--workspace'];

  it('tells apart a missing repository, a hidden one and an invalid token', async () => {
    const nowhere = await place.run([...discover, 'NOBODY']);
    expect(nowhere.code).toBe(3);
    expect(nowhere.stderr).toContain('Project NOBODY not found on');
    const closed = await place.run([...discover, 'BOARD']);
    expect(closed.code).toBe(4);
    expect(closed.stderr).toContain('the account of SRC_TOKEN cannot access it');
    const stranger = await place.run([...discover, 'ACME'], { SRC_TOKEN: 'BBDC-nobody' });
    expect(stranger.code).toBe(4);
    expect(stranger.stderr).toContain('401 Unauthorized');
  });

  it('says that the path of the server is missing', async () => {
    const { origin } = new URL(place.sandbox.environment.SRC_DATA_CENTER_URL ?? '');
    const { code, stderr } = await place.run([...discover, 'ACME'], {
      SRC_DATA_CENTER_URL: origin,
    });
    expect(code).toBe(3);
    expect(stderr).toContain('SRC_DATA_CENTER_URL');
  });

  it('refuses a plan of Bitbucket Cloud', async () => {
    const plan = place.plan('web');
    const source = { ...plan.source, kind: 'bitbucket-cloud' };
    place.write('cloud.json', { ...plan, source });
    const { code, stderr } = await place.run(['migrate', '--plan', 'cloud.json']);
    expect(code).toBe(3);
    expect(stderr).toContain('The plan is for bitbucket-cloud');
  });
});
