import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { importerRules } from '../../../../../sandbox/github/importer/importer-rules.ts';
import { type ImporterPlace, openImporter, remembering } from './importer-place.ts';

let place: ImporterPlace;
let organization: { login: string; id: string; number: number };

beforeAll(async () => {
  place = await openImporter();
  organization = { login: 'acme', id: 'unused', number: acme().id };
});
beforeEach(() => {
  place.sandbox.faults.clear();
  Object.assign(place.rules, importerRules, { minPartBytes: 1000 });
});
afterAll(() => place[Symbol.asyncDispose]());

function acme() {
  const found = place.sandbox.github.findAccount('acme');
  if (found === null) throw new Error('No organization');
  return found;
}

const sizes = { singleBytes: 10, partBytes: 2000 };

/** Reads an archive as it has come. */
function arrived(uri: string): Buffer {
  const archive = place.sandbox.github.importer.archives.get(uri.replace('gei://archive/', ''));
  if (archive?.isWhole !== true) throw new Error('It has not come');
  return readFileSync(archive.file);
}

const uploads = () =>
  place.sandbox.requests
    .filter(({ host }) => host === 'github-uploads')
    .map(({ method }) => method);

describe('uploadArchive', () => {
  it('sends a small archive in one request', async () => {
    const { path, content } = place.file(5000);
    const { uri, size } = await place.importer.uploadArchive({ organization, path });
    expect(size).toBe(5000);
    expect(arrived(uri)).toEqual(content);
    expect(uploads()).toEqual(['POST']);
  });

  it('sends a large one in parts, in order', async () => {
    const { path, content } = place.file(5000);
    const before = uploads().length;
    const { kept, onProgress } = remembering();
    const request = { organization, path, ...sizes, onProgress };
    const { uri } = await place.importer.uploadArchive(request);
    expect(arrived(uri)).toEqual(content);
    expect(uploads().slice(before)).toEqual(['POST', 'PATCH', 'PATCH', 'PATCH', 'PUT']);
    expect(kept.map(({ sent }) => sent)).toEqual([0, 2000, 4000, 5000]);
    expect(kept[0]).toMatchObject({ uri, size: 5000, last: null });
  });

  it.each(['last-answer', 'last-part', 'both'] as const)(
    'ends an upload where the host takes its end: %s',
    async (endsAt) => {
      place.rules.endsAt = endsAt;
      const { path, content } = place.file(3000);
      const { uri } = await place.importer.uploadArchive({ organization, path, ...sizes });
      expect(arrived(uri)).toEqual(content);
    },
  );

  it('continues after a crash between two parts, with what was reported', async () => {
    const { path, content } = place.file(7000);
    const { kept } = remembering();
    const crash = new Error('crash');
    const onProgress = (progress: (typeof kept)[number]) => {
      kept.push(progress);
      if (progress.sent === 4000) throw crash;
    };
    const request = { organization, path, ...sizes };
    await expect(place.importer.uploadArchive({ ...request, onProgress })).rejects.toBe(crash);
    const before = uploads().length;
    const resume = JSON.parse(JSON.stringify(kept.at(-1)));
    const { uri } = await place.newClient().uploadArchive({ ...request, resume });
    expect(arrived(uri)).toEqual(content);
    expect(uploads().slice(before)).toEqual(['PATCH', 'PATCH', 'PUT']);
  });

  it('sends a part again of which it was not told that it has come', async () => {
    const { path, content } = place.file(7000);
    const { kept, onProgress } = remembering();
    const request = { organization, path, ...sizes };
    await place.importer.uploadArchive({ ...request, onProgress: () => {} });
    const aborted = new AbortController();
    const stop = (progress: (typeof kept)[number]) => {
      onProgress(progress);
      if (progress.sent === 4000) aborted.abort();
    };
    const { signal } = aborted;
    await place.importer.uploadArchive({ ...request, onProgress: stop, signal }).catch(() => {});
    const resume = kept.find(({ sent }) => sent === 2000) ?? null;
    const { uri } = await place.newClient().uploadArchive({ ...request, resume });
    expect(arrived(uri)).toEqual(content);
  });

  it('sends a part again whose answer was lost', async () => {
    const { path, content } = place.file(5000);
    const action = { kind: 'lost-answer' } as const;
    place.sandbox.faults.add({ host: 'github-uploads', method: 'PATCH', action });
    const { uri } = await place.importer.uploadArchive({ organization, path, ...sizes });
    expect(arrived(uri)).toEqual(content);
  });

  it('takes an upload as ended whose end was answered into nothing', async () => {
    const { path, content } = place.file(5000);
    const action = { kind: 'lost-answer' } as const;
    place.sandbox.faults.add({ host: 'github-uploads', method: 'PUT', action });
    const { uri } = await place.importer.uploadArchive({ organization, path, ...sizes });
    expect(arrived(uri)).toEqual(content);
  });

  it('starts over where the host has forgotten the upload', async () => {
    const { path, content } = place.file(5000);
    const { kept, onProgress } = remembering();
    const request = { organization, path, ...sizes };
    await place.importer.uploadArchive({ ...request, onProgress });
    place.sandbox.github.importer.archives.clear();
    const resume = kept[1] ?? null;
    const { uri } = await place.newClient().uploadArchive({ ...request, resume });
    expect(uri).not.toBe(resume?.uri);
    expect(arrived(uri)).toEqual(content);
  });

  it('refuses to continue with another file', async () => {
    const { path } = place.file(5000);
    const { kept, onProgress } = remembering();
    await place.importer.uploadArchive({ organization, path, ...sizes, onProgress });
    writeFileSync(path, 'another one');
    const request = { organization, path, ...sizes, resume: kept[1] ?? null };
    await expect(place.importer.uploadArchive(request)).rejects.toMatchObject({
      code: 'input-file',
      message: expect.stringContaining('has changed'),
    });
  });

  it.each([
    'https://evil.example/organizations/1/gei/archive/blobs/uploads?part_number=1',
    '/user?part_number=1',
  ])('sends the token to no other place that the host names: %s', async (location) => {
    const { path } = place.file(5000);
    const body = JSON.stringify({ guid: 'g', uri: 'gei://archive/g' });
    const headers = { 'content-type': 'application/json', location };
    place.sandbox.faults.add({
      host: 'github-uploads',
      method: 'POST',
      action: { kind: 'status', status: 202, headers, body },
    });
    const before = uploads().length;
    const request = { organization, path, ...sizes };
    await expect(place.importer.uploadArchive(request)).rejects.toMatchObject({
      code: 'bad-answer',
      message: expect.stringContaining('not followed'),
    });
    expect(uploads().slice(before)).toEqual(['POST']);
  });

  it('checks what was remembered as well', async () => {
    const { path } = place.file(5000);
    const { kept, onProgress } = remembering();
    const request = { organization, path, ...sizes };
    await place.importer.uploadArchive({ ...request, onProgress });
    const [first] = kept;
    if (first === undefined) throw new Error('nothing was reported');
    const resume = { ...first, next: 'http://127.0.0.1:1/organizations' };
    await expect(place.importer.uploadArchive({ ...request, resume })).rejects.toMatchObject({
      code: 'bad-answer',
    });
  });

  it('needs a file', async () => {
    const path = `${place.folder}/none`;
    await expect(place.importer.uploadArchive({ organization, path })).rejects.toMatchObject({
      code: 'input-file',
    });
  });
});
