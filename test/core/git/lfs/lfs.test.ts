import { readFileSync, rmSync } from 'node:fs';
import { truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Progress } from '../../../../src/core/ports/records/events.ts';
import { startGitServer } from '../../../helpers/servers/git-server.ts';
import { lfsPointer } from '../../../helpers/servers/lfs-server.ts';
import { contents, lfsPlaceForEach } from '../lfs-place.ts';

const place = lfsPlaceForEach();

describe('fetchLfs and pushLfs', () => {
  it('fetches and pushes every object that any commit points to, byte for byte', async () => {
    const objects = await place.prepare();
    expect(objects).toHaveLength(3);
    await place.transfer(objects);
    for (const content of contents) {
      expect(place.target.lfs.objects.get(lfsPointer(content).oid)).toEqual(content);
    }
  });

  it('gives the credentials to neither storage, which is another host', async () => {
    await place.transfer(await place.prepare());
    const asked = [...place.source.lfs.storageRequests, ...place.target.lfs.storageRequests];
    expect(asked.length).toBe(6);
    expect(asked.filter(({ authorization }) => authorization !== null)).toEqual([]);
  });

  it('gives a storage that asks for credentials nothing', async () => {
    const objects = await place.prepare();
    place.source.lfs.interceptStorage = (_request, response) => {
      response.writeHead(401, { 'www-authenticate': 'Basic realm="lure"' }).end();
      return true;
    };
    await expect(place.transfer(objects)).rejects.toThrow();
    const sent = place.source.lfs.storageRequests.map(({ authorization }) => authorization);
    expect(sent.length).toBeGreaterThan(0);
    expect(sent.filter((authorization) => authorization !== null)).toEqual([]);
  });

  it('fetches by a bearer, which no storage gets, not even one that asks for credentials', async () => {
    await place.wantBearer('bearer-hunter2');
    const objects = await place.prepare();
    await place.transfer(objects);
    place.source.lfs.interceptStorage = (_request, response) => {
      response.writeHead(401, { 'www-authenticate': 'Basic realm="lure"' }).end();
      return true;
    };
    rmSync(join(place.mirror, 'lfs'), { recursive: true });
    await expect(place.transfer(objects)).rejects.toThrow();
    const sent = place.source.lfs.storageRequests.map(({ authorization }) => authorization);
    expect(sent.length).toBeGreaterThan(3);
    expect(sent.filter((authorization) => authorization !== null)).toEqual([]);
  });

  it('gives a storage that a redirect leads to nothing', async () => {
    const objects = await place.prepare();
    const other = await startGitServer();
    place.source.lfs.interceptStorage = (request, response) => {
      response.writeHead(307, { location: `${other.url}${request.url}` }).end();
      return true;
    };
    await expect(place.transfer(objects)).rejects.toThrow();
    expect(other.requests.filter(({ authorization }) => authorization !== null)).toEqual([]);
    await other.close();
  });

  it("does not follow another address in the repository's own .lfsconfig", async () => {
    const lure = await startGitServer();
    const objects = await place.prepare({
      '.lfsconfig': `[lfs]\n\turl = ${lure.url}/lure/info/lfs\n\tfetchexclude = *\n`,
    });
    await place.transfer(objects);
    expect(place.target.lfs.objects.size).toBe(3);
    expect(lure.requests).toEqual([]);
    await lure.close();
  });

  it('lists the objects that the source lacks', async () => {
    const objects = await place.prepare();
    const { oid } = lfsPointer(contents[1] ?? Buffer.alloc(0));
    place.source.lfs.objects.delete(oid);
    await expect(place.transfer(objects)).rejects.toMatchObject({
      code: 'refused',
      message: expect.stringContaining(oid),
    });
    expect(place.target.lfs.objects.size).toBe(0);
  });

  it('fetches nothing again that an earlier run has fetched, and sends nothing that is there', async () => {
    const objects = await place.prepare();
    await place.transfer(objects);
    place.source.git.requests.length = 0;
    place.target.lfs.storageRequests.length = 0;
    await place.transfer(objects);
    expect(place.source.git.requests).toEqual([]);
    expect(place.target.lfs.storageRequests).toEqual([]);
  });

  it('fetches the objects of a repository whose HEAD names no branch', async () => {
    const objects = await place.prepare({}, 'trunk');
    expect(objects).toHaveLength(3);
    await place.transfer(objects);
    expect(place.target.lfs.objects.size).toBe(3);
  });

  it('runs nothing for no objects', async () => {
    await place.prepare();
    place.source.git.requests.length = 0;
    await place.transfer([]);
    expect([...place.source.git.requests, ...place.target.git.requests]).toEqual([]);
  });

  it('reports progress', async () => {
    const seen: Progress[] = [];
    await place.transfer(await place.prepare(), { onProgress: (progress) => seen.push(progress) });
    // git-lfs always reports the beginning; what comes within 200 ms of that it leaves out, the end too.
    expect(new Set(seen.map(({ what }) => what))).toEqual(
      new Set(['receiving LFS objects', 'sending LFS objects']),
    );
    for (const { done, total } of seen) expect(done).toBeLessThanOrEqual(Math.min(total ?? 3, 3));
  });

  it('ends when the signal is aborted, and can be continued', async () => {
    const objects = await place.prepare();
    const stop = new AbortController();
    place.source.lfs.interceptStorage = () => {
      stop.abort();
      return true;
    };
    await expect(place.transfer(objects, { signal: stop.signal })).rejects.toMatchObject({
      code: 'interrupted',
    });
    place.source.lfs.interceptStorage = () => false;
    await place.transfer(objects);
    expect(place.target.lfs.objects.size).toBe(3);
  });

  it('takes a file of the wrong size for one that is not there', async () => {
    const objects = await place.prepare();
    await place.transfer(objects);
    const oid = objects[0]?.oid ?? '';
    const path = join(place.mirror, 'lfs/objects', oid.slice(0, 2), oid.slice(2, 4), oid);
    await truncate(path, 1);
    place.target.lfs.objects.clear();
    await place.transfer(objects);
    expect(place.target.lfs.objects.size).toBe(3);
  });

  it('leaves no hook and no credential in the mirror', async () => {
    await place.transfer(await place.prepare());
    const config = readFileSync(join(place.mirror, 'config'), 'utf8');
    expect(config).not.toContain('hunter2');
    expect(() => readFileSync(join(place.mirror, 'hooks/pre-push'))).toThrow();
  });
});
