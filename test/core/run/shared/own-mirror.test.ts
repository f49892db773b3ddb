import {
  closeSync,
  existsSync,
  fstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  mirrorFolder,
  removeMirrorOf,
} from '../../../../src/core/run/repositories/repository-context.ts';
import { ownMirror } from '../../../../src/core/run/shared/own-mirror.ts';

let place: { workFolder: string; migration: string };
beforeEach(() => {
  place = { workFolder: mkdtempSync(join(tmpdir(), 'mirrors-')), migration: 'mig_1' };
});
afterEach(() => rmSync(place.workFolder, { recursive: true }));

const one = { id: '{1}' };

describe('the mirror of a claimed repository', () => {
  it('is that of the claim before, on the same machine', async () => {
    await ownMirror(place, one, { id: 'a', previous: null });
    mkdirSync(mirrorFolder(place, one));
    await ownMirror(place, one, { id: 'b', previous: 'a' });
    expect(existsSync(mirrorFolder(place, one))).toBe(true);
    await ownMirror(place, one, { id: 'd', previous: 'c on another machine' });
    expect(existsSync(mirrorFolder(place, one))).toBe(false);
  });

  it('is begun without removing the folder, in which another may just begin as well', async () => {
    const folder = join(place.workFolder, 'mig_1');
    mkdirSync(folder);
    const handle = openSync(folder, 'r');
    await ownMirror(place, one, { id: 'a', previous: null });
    expect(fstatSync(handle).nlink).toBeGreaterThan(0);
    closeSync(handle);
  });

  it('leaves nothing behind where there was none, or it is removed', async () => {
    const folder = join(place.workFolder, 'mig_1');
    const leave = await ownMirror(place, one, { id: 'a', previous: null });
    await leave();
    expect(readdirSync(folder)).toEqual([]);
    const leaveKept = await ownMirror(place, one, { id: 'b', previous: 'a' });
    mkdirSync(mirrorFolder(place, one));
    await leaveKept();
    expect(readdirSync(folder)).toHaveLength(2);
    await removeMirrorOf(place, one);
    expect(existsSync(folder)).toBe(false);
  });
});
