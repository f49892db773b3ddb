import { spawn } from 'node:child_process';
import { chmodSync, lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { otherAccount, playsOthers } from '../../helpers/program/other-account.ts';
import { asOther, openUserAccount } from '../../helpers/program/user-account.ts';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';
import { makeRepository } from '../../helpers/repositories/git-fixture.ts';
import { addRepositories } from '../../helpers/repositories/migration-fixture.ts';
import { share } from '../../helpers/share.ts';

const secret = 'sEcReT0kEy';

/** A repository with a webhook whose address is secret, and a token that may read it. */
async function withWebhook() {
  const place = await openWorkplace({ limits: { bitbucket: 'none', github: 'none' } });
  const { bitbucket } = place.sandbox;
  const from = makeRepository(place.folder, 'web');
  const { uuid } = await bitbucket.addRepository({ slug: 'web', from });
  const { hooks } = bitbucket.settings.ofRepository(uuid);
  bitbucket.settings.addHook(hooks, { url: `https://a.example/${secret}`, events: ['repo:push'] });
  const reading = ['user', 'repository', 'project', 'workspace', 'pullrequest', 'webhook'];
  const scopes = [
    ...reading.map((name) => `read:${name}:bitbucket`),
    ...['admin:repository:bitbucket', 'admin:project:bitbucket'],
  ];
  const environment = { SRC_API_TOKEN: bitbucket.credentials.addApiToken({ scopes }) };
  return Object.assign(place, { environment, user: openUserAccount(place) });
}

/** Does something once, while the program asks the source. */
function meanwhile({ sandbox }: Workplace, act: () => void): void {
  let isDone = false;
  sandbox.faults.decide(({ host }) => {
    if (!isDone && host === 'bitbucket') act();
    isDone ||= host === 'bitbucket';
    return null;
  });
}

const shared = share(withWebhook);
let place: Awaited<ReturnType<typeof withWebhook>>;
beforeEach(async () => {
  place = await shared.get();
});

const discover = ['discover', '--workspace', 'acme-workspace', '--include-settings', '--output'];

describe.runIf(playsOthers)('a result in a folder of everybody', () => {
  it('goes to no FIFO of another account, with or without --force', async () => {
    const path = join(place.user.shared, 'fifo');
    asOther('mkfifo', '-m', '0666', path);
    const reader = spawn('cat', [path], { uid: otherAccount, gid: otherAccount });
    let read = '';
    reader.stdout.on('data', (data) => {
      read += data;
    });
    for (const force of [[], ['--force']]) {
      const { code, output } = await place.user.run(
        [...discover, path, ...force],
        place.environment,
      );
      expect([code, output]).toEqual([3, expect.stringContaining('belongs to another account')]);
    }
    reader.kill();
    expect(read).toBe('');
  });

  it('goes to no FIFO that another account puts there during the run', async () => {
    const path = join(place.user.shared, 'late-fifo');
    let reader: ReturnType<typeof spawn> | undefined;
    let read = '';
    meanwhile(place, () => {
      asOther('mkfifo', '-m', '0666', path);
      reader = spawn('cat', [path], { uid: otherAccount, gid: otherAccount });
      reader.stdout?.on('data', (data) => {
        read += data;
      });
    });
    const { code } = await place.user.run([...discover, path], place.environment);
    reader?.kill();
    expect([code, read]).toEqual([3, '']);
  });

  it('replaces nothing without --force that a link leads to which appears during the run', async () => {
    const path = join(place.user.shared, 'link');
    const own = join(place.user.home, 'own');
    writeFileSync(own, 'kept');
    meanwhile(place, () => asOther('ln', '-s', own, path));
    const { code, output } = await place.user.run([...discover, path], place.environment);
    expect([code, output]).toEqual([3, expect.stringContaining(`${path} already exists`)]);
    expect([readFileSync(own, 'utf8'), lstatSync(path).isSymbolicLink()]).toEqual(['kept', true]);
  });
});

it('keeps a file that appears during the run, without --force', async () => {
  const path = join(place.folder, 'inventory.json');
  meanwhile(place, () => writeFileSync(path, 'kept'));
  const { code } = await place.run([...discover, path], place.environment);
  expect([code, readFileSync(path, 'utf8')]).toEqual([3, 'kept']);
});

it.runIf(playsOthers)('writes no log to a file of another account', async () => {
  const path = join(place.user.shared, 'migration.log');
  asOther('sh', '-c', `: > '${path}'; chmod 0666 '${path}'`);
  const args = [...discover, '-', '--log-file', path];
  const { code, output } = await place.user.run(args, place.environment);
  expect([code, output]).toEqual([3, expect.stringContaining('belongs to another account')]);
  expect(lstatSync(path).size).toBe(0);
});

it('writes no scripts into a folder that others can write to', async () => {
  await using own = await openWorkplace();
  await addRepositories(own, 'web');
  expect((await own.run(['migrate', '--plan', 'plan.json'])).code).toBe(0);
  const id = (await own.run(['status', '--list'])).stdout.match(/mig_\w{12}/)?.[0] ?? '';
  const output = join(own.folder, 'remotes');
  mkdirSync(output);
  for (const mode of [0o777, 0o1777]) {
    chmodSync(output, mode);
    const { code, stderr } = await own.run(['remotes', '--migration', id, '--output', output]);
    expect([code, stderr]).toEqual([3, expect.stringContaining('Other users can change files in')]);
  }
  expect(readdirSync(output)).toEqual([]);
});
