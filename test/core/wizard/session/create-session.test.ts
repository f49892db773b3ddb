import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createWizardSession } from '../../../../src/core/wizard/session/create-session.ts';
import { createProgramHere } from '../../../helpers/program/run-here.ts';

function open() {
  const folder = mkdtempSync(join(tmpdir(), 'migrator-session-'));
  const { program } = createProgramHere({ environment: {}, temporaryFolder: folder });
  const session = createWizardSession({
    program,
    config: undefined,
    folder,
    resolveTargetNames: program.naming.resolveRepositoryNames,
    openStore: () => program.openStore({ program, config: undefined }),
    openTools: () => Promise.reject(new Error('no host is asked')),
    tryImporter: () => {
      throw new Error('nothing is tried');
    },
  });
  return { folder, session };
}

it('a session ends only when what it writes is written, so that nothing changes after the last words', async () => {
  const { folder, session } = open();
  const path = join(folder, 'plan.json');
  const text = 'x'.repeat(20_000_000);
  const writing = session.write(path, text);
  await session[Symbol.asyncDispose]();
  expect(readFileSync(path, 'utf8')).toHaveLength(text.length);
  await writing;
  rmSync(folder, { recursive: true });
});

it('a session replaces a file of others only where the person was told so', async () => {
  const { folder, session } = open();
  const path = join(folder, 'users.csv');
  writeFileSync(path, 'before');
  await expect(session.write(path, 'after')).rejects.toMatchObject({ code: 'input-file' });
  expect(readFileSync(path, 'utf8')).toBe('before');
  await session.write(path, 'after', { isPrivate: true, replaces: true });
  expect(readFileSync(path, 'utf8')).toBe('after');
  await session[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});
