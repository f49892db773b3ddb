import { existsSync } from 'node:fs';
import { access, constants, stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { count } from '../../kernel/format/format.ts';
import type { Program } from '../../kernel/program.ts';
import type { Store } from '../../ports/store.ts';
import { refuseOpenToOthers } from '../../state/open-to-others.ts';
import { refuseUnusable, stateFolder } from '../../state/state-folder.ts';
import { type Finding, fail, failed, pass, warn } from '../findings/finding.ts';

/** By the numbers that Linux has for them: NFS, SMB, CIFS, SMB2, and file systems of other programs, as sshfs is. */
const networkFileSystems: ReadonlySet<number> = new Set([
  0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x65735546,
]);

interface StateToCheck {
  readonly program: Program;
  readonly openStore: () => Promise<Store>;
}

/** Tells whether the state can be read, and written to. */
export async function checkState(given: StateToCheck): Promise<readonly Finding[]> {
  const path = stateFolder(given.program);
  const folder = await checkFolder(path, given.program.uid);
  if (folder.some(({ status }) => status === 'fail')) return folder;
  return [...(await checkStore(given, path)), ...folder];
}

/** Mirrors and notes lie in it, wherever the state itself is. */
async function checkFolder(folder: string, uid: number | null): Promise<readonly Finding[]> {
  try {
    refuseOpenToOthers(folder, uid);
    refuseUnusable(folder);
    const existing = await firstExisting(folder);
    await access(existing, constants.W_OK | constants.X_OK);
    const { type } = await statfs(existing);
    if (!networkFileSystems.has(type)) return [];
    const message = `The state folder ${folder} is on a network file system, where locks are unreliable`;
    return [warn('state', message, 'Point MIGRATOR_STATE_DIR to a local disk.')];
  } catch (error) {
    if ((error as { code?: string }).code !== 'EACCES') return [failed('state', error)];
    return [
      fail('state', 'state', {
        message: `The state folder ${folder} is not writable`,
        remedy: 'Give this account write access, or set MIGRATOR_STATE_DIR.',
      }),
    ];
  }
}

async function checkStore(
  { openStore }: StateToCheck,
  folder: string,
): Promise<readonly Finding[]> {
  let store: Store | null = null;
  try {
    store = await openStore();
    if (store.place === folder && !existsSync(folder)) {
      return [pass('state', `The state folder ${folder} will be created`)];
    }
    const warnings = await store.check();
    const migrations = await store.listMigrations();
    return [
      pass('state', `State in ${store.place}: ${count(migrations.length, 'migration')}`),
      ...warnings.map(({ message, remedy }) => warn('state', message, remedy)),
    ];
  } catch (error) {
    return [failed('state', error)];
  } finally {
    await store?.close();
  }
}

async function firstExisting(folder: string): Promise<string> {
  for (let path = folder; ; path = dirname(path)) {
    try {
      await stat(path);
      return path;
    } catch (error) {
      if ((error as { code?: string }).code !== 'ENOENT' || path === dirname(path)) throw error;
    }
  }
}
