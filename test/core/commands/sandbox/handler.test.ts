import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { runSandbox } from '../../../../src/core/commands/sandbox/handler.ts';
import { createProgramHere } from '../../../helpers/run-here.ts';
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
