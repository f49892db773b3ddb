import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fetchLfs, fetchLfsIfThere } from '../../../../src/core/git/lfs/lfs.ts';
import { pushLfsTaken } from '../../../../src/core/git/push/push-lfs-taken.ts';
import { lfsPointer } from '../../../helpers/servers/lfs-server.ts';
import { lfsPlaceForAll } from '../lfs-place.ts';

const place = lfsPlaceForAll();

describe('what a host refuses of LFS', () => {
  it.each([
    [500, 'unavailable'],
    [403, 'permission'],
    [401, 'credentials'],
    [404, 'refused'],
  ] as const)('makes a %i of the source the failure "%s"', async (status, code) => {
    const objects = await place.prepare();
    rmSync(join(place.mirror, 'lfs'), { recursive: true, force: true });
    place.source.lfs.interceptBatch = (response) => {
      const headers = status === 401 ? { 'www-authenticate': 'Basic realm="lfs"' } : {};
      response.writeHead(status, headers).end();
      return true;
    };
    await expect(place.transfer(objects)).rejects.toMatchObject({ code });
    expect(place.target.lfs.objects.size).toBe(0);
  });

  it('ends git-lfs that makes no progress', async () => {
    const objects = await place.prepare();
    place.target.lfs.interceptBatch = () => true;
    const hanging = place.transfer(objects, { longestSilence: 500 });
    await expect(hanging).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('git-lfs made no progress'),
    });
  });

  it('says that an object is too large for the target', async () => {
    const objects = await place.prepare();
    place.target.lfs.interceptBatch = (response) => {
      const message = 'Size must be less than or equal to 2147483648';
      response.writeHead(200, { 'content-type': 'application/vnd.git-lfs+json' });
      response.end(
        JSON.stringify({ objects: objects.map((o) => ({ ...o, error: { code: 422, message } })) }),
      );
      return true;
    };
    await expect(place.transfer(objects)).rejects.toMatchObject({
      code: 'refused',
      message: expect.stringContaining('2147483648'),
    });
  });

  it('names the used-up budget of the target', async () => {
    const objects = await place.prepare();
    place.target.lfs.interceptBatch = (response) => {
      response.writeHead(403, { 'content-type': 'application/vnd.git-lfs+json' });
      response.end(
        JSON.stringify({
          message:
            'This repository exceeded its LFS budget. The account responsible for the budget should increase it to restore access.',
        }),
      );
      return true;
    };
    await expect(place.transfer(objects)).rejects.toMatchObject({
      code: 'refused',
      message: expect.stringContaining('exceeded its LFS budget'),
    });
  });

  it.each([
    [429, 'text/plain', 'slow down'],
    [
      403,
      'application/vnd.git-lfs+json',
      '{"message":"You have exceeded a secondary rate limit. Please wait."}',
    ],
  ])('reports a rate limit that is answered with %i', async (status, type, text) => {
    const objects = await place.prepare();
    place.target.lfs.interceptBatch = (response) => {
      response.writeHead(status, { 'content-type': type }).end(text);
      return true;
    };
    await expect(place.transfer(objects)).rejects.toMatchObject({
      code: 'rate-limit',
      retry: 'yes',
    });
  });

  const json = 'application/vnd.git-lfs+json';

  it.each([
    [403, 'You do not have permission to push to this repository', 'permission'],
    [403, 'Resource not accessible by personal access token', 'permission'],
    [404, 'Not Found', 'not-found'],
    [404, '', 'not-found'],
    [413, 'Payload too large', 'refused'],
    [413, '', 'refused'],
    [422, 'Size must be less than or equal to 2147483648', 'refused'],
    [429, 'slow down', 'rate-limit'],
    [507, 'Insufficient storage', 'refused'],
    [507, '', 'refused'],
    [509, 'Bandwidth limit exceeded', 'refused'],
    [509, '', 'refused'],
    [451, 'Closed by order of a court', 'refused'],
  ] as const)(
    'makes a %i of the target that says %j the failure "%s"',
    async (status, message, code) => {
      const objects = await place.prepare();
      place.target.lfs.interceptBatch = (response) => {
        response.writeHead(status, { 'content-type': message === '' ? 'text/plain' : json });
        response.end(message === '' ? '' : JSON.stringify({ message }));
        return true;
      };
      await expect(place.transfer(objects)).rejects.toMatchObject({
        code,
        detail: expect.stringContaining(message),
      });
    },
  );

  it.each([
    [403, 'permission'],
    [404, 'not-found'],
    [413, 'refused'],
    [422, 'refused'],
    [429, 'rate-limit'],
    [500, 'unavailable'],
    [503, 'unavailable'],
    [507, 'refused'],
    [509, 'refused'],
  ] as const)('makes a %i for a single object the failure "%s"', async (code, expected) => {
    const objects = await place.prepare();
    place.target.lfs.interceptBatch = (response) => {
      const [first, ...others] = objects;
      const error = { code, message: 'Not this one' };
      response.writeHead(200, { 'content-type': json });
      response.end(JSON.stringify({ objects: [{ ...first, error }, ...others] }));
      return true;
    };
    await expect(place.transfer(objects)).rejects.toMatchObject({ code: expected });
  });

  it.each([
    [400, 'refused'],
    [403, 'permission'],
    [413, 'refused'],
    [422, 'refused'],
    [429, 'rate-limit'],
    [507, 'refused'],
  ] as const)(
    'makes a %i of the storage that is written to the failure "%s"',
    async (status, code) => {
      const objects = await place.prepare();
      place.target.lfs.interceptStorage = (request, response) => {
        // Once all of it has come: before that the connection might break instead.
        request.resume().on('end', () => response.writeHead(status).end());
        return true;
      };
      await expect(place.transfer(objects)).rejects.toMatchObject({ code });
    },
  );

  it('sends what the target accepts where one object makes it refuse all of them', async () => {
    const objects = await place.prepare();
    const [, unwanted] = objects;
    place.target.lfs.interceptBatch = (response, oids) => {
      if (!oids.includes(unwanted?.oid ?? '')) return false;
      const message = 'Size must be less than or equal to 5';
      response.writeHead(422, { 'content-type': json }).end(JSON.stringify({ message }));
      return true;
    };
    const both = { git: place.tool, directory: place.mirror, objects };
    await fetchLfs({ ...both, access: place.source.access });
    const { sent, refusal } = await pushLfsTaken({ ...both, access: place.target.access });
    const taken = objects.filter((object) => object !== unwanted).map(({ oid }) => oid);
    expect(sent.map(({ oid }) => oid).sort()).toEqual([...taken].sort());
    expect([...place.target.lfs.objects.keys()].sort()).toEqual([...taken].sort());
    expect(refusal?.code).toBe('refused');
  });

  it('sends all others where it refuses several of them', async () => {
    await place.prepare();
    const many = Array.from({ length: 24 }, (_, index) => {
      const content = Buffer.from(`large file ${index}`);
      const { oid } = lfsPointer(content);
      const folder = join(place.mirror, 'lfs/objects', oid.slice(0, 2), oid.slice(2, 4));
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, oid), content);
      return { oid, size: content.length };
    });
    const unwanted = new Set(many.filter((_, index) => index % 6 === 1).map(({ oid }) => oid));
    place.target.lfs.interceptBatch = (response, oids) => {
      if (!oids.some((oid) => unwanted.has(oid))) return false;
      response.writeHead(422, { 'content-type': json }).end('{"message":"Not these"}');
      return true;
    };
    const both = { git: place.tool, directory: place.mirror, objects: many };
    const { sent } = await pushLfsTaken({ ...both, access: place.target.access });
    expect(sent).toHaveLength(20);
    expect(place.target.lfs.objects.size).toBe(20);
  });

  it('takes a storage that breaks off for a passing fault', async () => {
    const objects = await place.prepare();
    place.target.lfs.interceptStorage = (request) => {
      request.socket.destroy();
      return true;
    };
    await expect(place.transfer(objects)).rejects.toMatchObject({
      code: 'unavailable',
      retry: 'yes',
    });
  });

  it('says that LFS is switched off, on either side', async () => {
    const objects = await place.prepare();
    for (const [side, hint] of [
      [place.target, '"include_lfs": false'],
      [place.source, 'push its objects to it'],
    ] as const) {
      side.lfs.interceptBatch = (response) => {
        const message = 'Git LFS is disabled for this repository';
        response.writeHead(404, { 'content-type': 'application/vnd.git-lfs+json' });
        response.end(JSON.stringify({ message }));
        return true;
      };
      await expect(place.transfer(objects)).rejects.toMatchObject({
        code: 'refused',
        message: expect.stringContaining(`LFS is disabled on ${side.git.url}/`),
        hint: expect.stringContaining(hint),
      });
      rmSync(join(place.mirror, 'lfs'), { recursive: true, force: true });
    }
    const both = { git: place.tool, directory: place.mirror, access: place.source.access, objects };
    expect(await fetchLfsIfThere(both)).toEqual([]);
  });
});
