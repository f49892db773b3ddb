import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createWizardSession } from '../../../../src/core/wizard/session/create-session.ts';
import { createProgramHere } from '../../../helpers/program/run-here.ts';

it('a session ends only when what it writes is written, so that nothing changes after the last words', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'migrator-session-'));
  const { program } = createProgramHere({ environment: {}, temporaryFolder: folder });
  const session = createWizardSession({
    program,
    config: undefined,
    folder,
    resolveTargetNames: program.naming.resolveRepositoryNames,
    openStore: () => program.openStore({ program, config: undefined }),
    openTools: () => Promise.reject(new Error('no host is asked')),
  });
  const path = join(folder, 'plan.json');
  const text = 'x'.repeat(20_000_000);
  const writing = session.write(path, text);
  await session[Symbol.asyncDispose]();
  expect(readFileSync(path, 'utf8')).toHaveLength(text.length);
  await writing;
  rmSync(folder, { recursive: true });
});
