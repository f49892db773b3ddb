import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runSandbox } from '../../../../src/core/commands/sandbox/handler.ts';
import { createProgramHere } from '../../../helpers/program/run-here.ts';
import { makeRepository } from '../../../helpers/repositories/git-fixture.ts';
import { startEmptyHosts } from '../../../helpers/servers/start-hosts.ts';

async function printed(proxy: 'plain' | undefined) {
  const environment = { PATH: process.env.PATH };
  const drain = AbortSignal.abort();
  const { program, written } = createProgramHere({ environment, temporaryFolder: tmpdir(), drain });
  const flags = { json: true, repository: [], source: undefined, proxy, target: undefined };
  await runSandbox({ flags, program, startHosts: startEmptyHosts });
  return written;
}

describe('what the sandbox invites to', () => {
  it('is allowed by the license that it exports', async () => {
    const { stderr } = await printed(undefined);
    expect(stderr).toContain('migrator secrets sync-from-vault --vault-project acme');
  });

  it('leaves out what the Free key behind a proxy does not allow, and says so', async () => {
    const { stderr } = await printed('plain');
    expect(stderr).toContain('migrator secrets scaffold');
    expect(stderr).not.toContain('--vault-project');
    expect(stderr).toContain('use sync-to-vault and sync-from-vault without --proxy');
  });
});

it('the sandbox names its pages where a browser finds them, which is not behind a proxy', async () => {
  const { stderr } = await printed(undefined);
  const [, address = ''] = /side by side: (http:\S+)/.exec(stderr) ?? [];
  expect(new URL(address).hostname).toBe('127.0.0.1');
  expect((await printed('plain')).stderr).not.toContain('side by side');
});

describe('--people', () => {
  it('says what people do, without what would change the terminal', async () => {
    const environment = { PATH: process.env.PATH };
    const drain = AbortSignal.abort();
    const { program, written } = createProgramHere({
      environment,
      temporaryFolder: tmpdir(),
      drain,
    });
    const paces: number[] = [];
    await runSandbox({
      flags: { json: true, repository: [], people: 5 },
      program,
      startHosts: async (options) => ({
        ...(await startEmptyHosts(options)),
        letPeopleWork({ pauseMilliseconds, onAction }) {
          paces.push(pauseMilliseconds);
          const action = { by: 'Yuki Tanaka', repository: 'web' };
          onAction({ ...action, what: 'push refs/heads/\u001b[2Jmain', refused: null });
          onAction({ ...action, what: 'merge #4', refused: 'There are merge conflicts.' });
        },
      }),
    });
    expect(paces).toEqual([5000]);
    expect(written.stderr).toMatch(/web: Yuki Tanaka: push refs\/heads\/[^\n\u001b]+main\n/);
    expect(written.stderr).toContain(
      'web: Yuki Tanaka: merge #4 (refused: There are merge conflicts.)\n',
    );
  });

  it('changes the source until the sandbox ends', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'migrator-people-'));
    const environment = { PATH: process.env.PATH };
    const drain = new AbortController();
    const { program, written } = createProgramHere({
      ...{ environment, temporaryFolder: folder, drain: drain.signal },
    });
    const running = runSandbox({
      flags: { json: true, repository: [makeRepository(folder, 'web')], people: 1 },
      program,
      startHosts: startEmptyHosts,
    });
    await expect.poll(() => written.stderr).toMatch(/^web: Robin Keller: /m);
    drain.abort();
    await running;
    expect(readdirSync(folder)).toEqual(['web']);
    rmSync(folder, { recursive: true });
  });
});
