import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';
import { openReceiver } from '../../helpers/servers/receiver.ts';
import { openCutoverPlace } from '../cutover/cutover-place.ts';

let runs = 0;

/** Migrates a repository under a new name; `absent` is in no workspace. */
async function migrate(place: Workplace, environment: Record<string, string> = {}) {
  runs += 1;
  const plan = place.write('plan.json', place.plan(`release-tools:tools-${runs}`));
  const ended = await place.run(['migrate', '--plan', plan], environment);
  const same = (text: string) =>
    text.replaceAll(/mig_\w+|tools-\d+|\d+(\.\d+)?s\b|\d\d:\d\d(:\d\d)?/g, '·');
  return { code: ended.code, stdout: same(ended.stdout), stderr: ended.stderr };
}

async function freeAddress(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}/hook`;
}

describe('notices of migrate', () => {
  it('arrive, and show their address nowhere', async () => {
    await using place = await openWorkplace({ workspace: 'sample' });
    await using receiver = await openReceiver();
    place.write('own.yaml', `notify:\n  webhook: ${receiver.url}\n`);
    const plan = place.write('plan.json', place.plan('release-tools'));
    const args = ['--config', 'own.yaml', '-vvv', '--log-file', 'run.log'];
    const { code, stdout, stderr } = await place.run(['migrate', '--plan', plan, ...args]);
    expect(code, stderr).toBe(0);
    expect(receiver.notices()).toMatchObject([
      { event: 'run-ended', status: 'completed', counts: { succeeded: 1, skipped: 0, failed: 0 } },
    ]);
    expect(stdout + stderr).not.toContain('/services/T000/B000');
    const shown = await place.run(['config', 'show', '--config', 'own.yaml']);
    expect(shown.stdout).toContain(new URL(receiver.url).host);
    expect(shown.stdout).not.toContain('T000');
  });

  it('change nothing where the receiver is slow, broken or absent', async () => {
    await using place = await openWorkplace({ workspace: 'sample' });
    const plain = await migrate(place);
    expect(plain.code).toBe(0);
    await using slow = await openReceiver(() => null);
    await using broken = await openReceiver(() => 500);
    for (const url of [slow.url, broken.url, await freeAddress()]) {
      const { code, stdout, stderr } = await migrate(place, { MIGRATOR_NOTIFY_WEBHOOK: url });
      expect({ code, stdout }).toEqual({ code: plain.code, stdout: plain.stdout });
      expect(stderr.split('\n').filter((line) => line.includes('did not accept a notice'))).toEqual(
        [expect.stringContaining(new URL(url).host)],
      );
    }
  });

  it('are refused before anything is written where the address would expose them', async () => {
    await using place = await openWorkplace({ workspace: 'sample' });
    const { code, stderr } = await migrate(place, {
      MIGRATOR_NOTIFY_WEBHOOK: 'http://hooks.example.com/secret-path',
    });
    expect(code).toBe(3);
    expect(stderr).toContain('MIGRATOR_NOTIFY_WEBHOOK points to hooks.example.com over plain http');
    expect(stderr).not.toContain('secret-path');
  });
});

describe('notices of cutover', () => {
  it('say that it is blocked, ready and done', async () => {
    await using place = await openCutoverPlace();
    await using receiver = await openReceiver();
    const environment = { MIGRATOR_NOTIFY_WEBHOOK: receiver.url };
    const cutover = (credentials: Readonly<Record<string, string>>, ...args: string[]) =>
      place.run(['cutover', '--migration', place.migration, ...args], {
        ...{ ...credentials, ...environment },
      });
    await cutover(place.weakCredentials, '--yes');
    await cutover(place.credentials, '--dry-run');
    expect((await cutover(place.credentials, '--yes')).code).toBe(0);
    expect(receiver.notices().map(({ event }) => event)).toEqual([
      'cutover-blocked',
      'cutover-ready',
      'cutover-done',
    ]);
    expect(receiver.notices()[2]).toMatchObject({ migration: place.migration, repositories: 2 });
  });
});
