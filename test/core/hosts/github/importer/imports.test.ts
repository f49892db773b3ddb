import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { importerRules } from '../../../../../sandbox/github/importer/importer-rules.ts';
import { type ImporterPlace, openImporter } from './importer-place.ts';

let place: ImporterPlace;
let now = Date.parse('2026-11-27T10:00:00Z');

beforeAll(async () => {
  place = await openImporter({ now: () => now });
});
beforeEach(() => {
  Object.assign(place.rules, importerRules);
});
afterAll(() => place[Symbol.asyncDispose]());

async function start(repository: string, archiveUri?: string) {
  const organization = await place.organization();
  const url = 'https://bitbucket.org';
  const { id: source } = await place.importer.createSource({
    ...{ organization, name: 'Bitbucket', url, format: 'github' },
  });
  const path = await place.plain();
  const uri = archiveUri ?? (await place.importer.uploadArchive({ organization, path })).uri;
  return place.importer.startImport({
    ...{ organization, source, sourceUrl: `${url}/acme/web`, repository, archiveUri: uri },
    format: 'github',
    visibility: 'private',
  });
}

describe('an import', () => {
  it('goes through its states to its end', async () => {
    place.rules.pollsPerState = 2;
    const { id, state } = await start('states');
    const words = [state.word];
    for (let kind = state.kind; kind === 'pending'; ) {
      await place.sandbox.github.jobs.settled();
      const seen = await place.importer.readImport({ id });
      kind = seen.state.kind;
      words.push(seen.state.word);
    }
    expect([...new Set(words)]).toEqual([
      'PENDING_VALIDATION',
      'QUEUED',
      'IN_PROGRESS',
      'SUCCEEDED',
    ]);
  });

  it('has a state that nobody knows yet, and goes on', async () => {
    place.rules.unknownState = 'REHYDRATING';
    const { id } = await start('unknown-state');
    const kinds = new Set<string>();
    while (!kinds.has('succeeded')) {
      await place.sandbox.github.jobs.settled();
      const { state } = await place.importer.readImport({ id });
      kinds.add(state.kind);
      if (state.kind === 'unknown') expect(state.word).toBe('REHYDRATING');
    }
    expect([...kinds]).toEqual(['pending', 'unknown', 'succeeded']);
  });

  it('waits for time where the host takes it', async () => {
    place.rules.stateMilliseconds = 60_000;
    const { id } = await start('slow');
    for (let looks = 0; looks < 5; looks += 1) {
      const { state } = await place.importer.readImport({ id });
      expect(state.word).toBe('PENDING_VALIDATION');
    }
    now += 60_000;
    await place.importer.readImport({ id });
    expect((await place.importer.readImport({ id })).state.word).toBe('QUEUED');
  });

  it('is found by the name of its repository, the newest first', async () => {
    await place.run({ write: place.plain }, { repository: 'found' });
    const second = await start('unfinished');
    const found = await place.importer.findImports({ organization: 'acme', repository: 'found' });
    expect(found).toMatchObject([{ repository: 'found', state: { kind: 'succeeded' } }]);
    const [newest] = await place.importer.findImports({
      ...{ organization: 'acme', repository: 'unfinished' },
    });
    expect(newest?.id).toBe(second.id);
  });

  it('is found after its answer was lost', async () => {
    const action = { kind: 'lost-answer' } as const;
    const uri = (
      await place.importer.uploadArchive({
        organization: await place.organization(),
        path: await place.plain(),
      })
    ).uri;
    const organization = await place.organization();
    const url = 'https://bitbucket.org';
    const { id: source } = await place.importer.createSource({
      ...{ organization, name: 'Bitbucket', url, format: 'github' },
    });
    place.sandbox.faults.add({ host: 'github', method: 'POST', path: /graphql/, action });
    const request = { organization, source, sourceUrl: url, repository: 'lost', archiveUri: uri };
    await expect(
      place.importer.startImport({ ...request, format: 'github', visibility: 'private' }),
    ).rejects.toMatchObject({ code: 'ambiguous-write' });
    const found = await place.importer.findImports({ organization: 'acme', repository: 'lost' });
    expect(found).toHaveLength(1);
  });

  it('is forgotten after a week', async () => {
    const { id } = await start('forgotten');
    now += 7 * 24 * 3_600_000;
    await expect(place.importer.readImport({ id })).rejects.toMatchObject({ code: 'not-found' });
    expect(
      await place.importer.findImports({ organization: 'acme', repository: 'forgotten' }),
    ).toEqual([]);
  });

  it('ends when it is aborted, once', async () => {
    const { id } = await start('aborted');
    expect(await place.importer.abortImport({ id })).toBe(true);
    expect(await place.importer.abortImport({ id })).toBe(false);
    expect(await place.importer.abortImport({ id: 'RM_x' })).toBe(false);
    const { state } = await place.importer.readImport({ id });
    expect(state).toMatchObject({ kind: 'failed', reason: 'Migration was aborted' });
  });

  it('fails where its archive is gone', async () => {
    const { uri } = await place.importer.uploadArchive({
      organization: await place.organization(),
      path: await place.plain(),
    });
    place.sandbox.github.importer.archives.clear();
    const { id } = await start('gone', uri);
    await place.importer.readImport({ id });
    const { state } = await place.importer.readImport({ id });
    expect(state).toMatchObject({ kind: 'failed', word: 'FAILED_VALIDATION' });
    expect(state).toMatchObject({ hint: expect.stringContaining('Upload it again') });
  });

  it('fails with the archive of another organization', async () => {
    const { github } = place.sandbox;
    github.addOrganization({ login: 'other' });
    github.setMembership('other', 'robin-keller', { role: 'admin', state: 'active' });
    const organization = await place.importer.findOrganization({ login: 'other' });
    const path = await place.plain();
    const { uri } = await place.importer.uploadArchive({ organization, path });
    const { id } = await start('stolen', uri);
    await place.importer.readImport({ id });
    const { state } = await place.importer.readImport({ id });
    expect(state).toMatchObject({ kind: 'failed', word: 'FAILED_VALIDATION' });
  });

  it('leaves no archive behind', async () => {
    place.sandbox.github.importer.archives.clear();
    await place.run({ write: place.plain }, { repository: 'used' });
    expect(place.sandbox.github.importer.archives.size).toBe(0);
  });

  it('fails where its archive cannot be read, and names why', async () => {
    const { state } = await place.run({ write: async () => place.file(2000).path });
    expect(state).toMatchObject({
      kind: 'failed',
      reason: expect.stringContaining('cannot be read'),
    });
  });
});

describe('the log of an import', () => {
  it('is empty at first, then read without the token, and gone after a day', async () => {
    place.rules.pollsBeforeLog = 3;
    const ended = await place.run({ write: place.plain });
    const logUrl = ended.logUrl ?? '';
    const log = await place.importer.readLog({ url: logUrl });
    expect(log?.lines.map(({ text }) => text)).toEqual(
      expect.arrayContaining(['Migration started by robin-keller', 'Import started']),
    );
    expect(log?.isCut).toBe(false);
    const read = place.sandbox.requests.findLast(({ host }) => host === 'github-media');
    expect(read).toMatchObject({ status: 200, authorization: 'none' });
    now += 24 * 3_600_000;
    expect(await place.importer.readLog({ url: logUrl })).toBeNull();
  });

  it('names losses that the host does not count', async () => {
    const archive = place.archive(({ records }) => {
      records.pull_request_review_threads = [];
    });
    const ended = await place.run(archive);
    expect(ended).toMatchObject({ state: { kind: 'succeeded' }, warnings: 0 });
    const log = await place.importer.readLog({ url: ended.logUrl ?? '' });
    const address = 'https://bitbucket.org/acme/web-shop/pull/1/files#r1';
    expect(log?.findings).toContainEqual(
      expect.objectContaining({ level: 'info', cause: 'comment-without-thread', item: address }),
    );
  });
});
