import { describe, expect, it } from 'vitest';
import type { PlannedRepository } from '../../../../../src/core/plan/plan-schema.ts';
import type {
  SourceRepository,
  Visibility,
} from '../../../../../src/core/ports/records/repository.ts';
import type { Write, WriteJournal } from '../../../../../src/core/ports/records/write.ts';
import type { RepositoryLookup } from '../../../../../src/core/ports/target-host.ts';
import { guardPublication } from '../../../../../src/core/replica/apply/publication/publication-guard.ts';

const request = (method: string, path: string, body: unknown): Write => ({
  ...{ kind: 'request' as const, host: 'api.github.test', method, path, body },
  repository: { owner: 'acme', name: 'web' },
});
const patch = (body: unknown) => request('PATCH', '/repos/acme/web', body);
const opening = patch({ visibility: 'public' });
const text = request('POST', '/repos/acme/web/pulls', { title: 'Add a page' });
const push: Write = { kind: 'push', url: 'https://github.test/acme/web.git', refs: [] };

/** @returns what is sent, how often the source was asked, and both hosts to change */
function guarded({
  planned = {},
  source: first = 'private',
  target = 'public',
}: {
  planned?: Partial<PlannedRepository>;
  source?: Visibility | Error;
  target?: Visibility;
}) {
  const state = { source: first, now: 0, asked: 0 };
  const journal: WriteJournal = { begin: async () => ({ end: async () => {} }), saw() {} };
  const lookup = { state: 'present', repository: { id: '7', visibility: target } };
  const whole = { source: 'web', target: 'web', visibility: 'public', ...planned };
  const { begin } = guardPublication(journal, {
    findLease: () => ({
      publications: {
        find: async () => ({
          ...{ planned: whole as PlannedRepository, workspace: 'team', id: 'one' },
        }),
      },
    }),
    openTarget: () => ({
      hostname: 'api.github.test',
      gitAccess: () => ({ url: 'https://github.test/any/any.git' }) as never,
      findRepository: async () => lookup as RepositoryLookup,
    }),
    openSource: () => ({
      hostname: 'bitbucket.test',
      async findRepository() {
        state.asked += 1;
        if (state.source instanceof Error) throw state.source;
        return { id: 'one', slug: 'web', visibility: state.source } as SourceRepository;
      },
      async *listRepositories() {},
    }),
    clock: { now: () => state.now },
  });
  return { state, send: (write: Write) => begin(write).then(() => 'sent', String) };
}

describe('guardPublication', () => {
  it('asks the source at each request that would open a target', async () => {
    const { state, send } = guarded({ source: 'public', target: 'private' });
    expect(await send(opening)).toBe('sent');
    state.source = 'private';
    expect(await send(opening)).toContain('web is private on bitbucket.test, so acme/web stays');
    expect(await send(patch({ private: false }))).toContain('stays private');
    expect(state.asked).toBe(3);
  });

  it('asks nothing where the plan confirms the publication, or the target becomes internal', async () => {
    const confirmed = guarded({ planned: { publish_private: true } });
    for (const write of [opening, push, text]) expect(await confirmed.send(write)).toBe('sent');
    const internal = guarded({ target: 'private' });
    expect(await internal.send(patch({ visibility: 'internal' }))).toBe('sent');
    expect(confirmed.state.asked + internal.state.asked).toBe(0);
  });

  it('pushes and writes nothing of a private source into a public target', async () => {
    const { send } = guarded({});
    const why = 'web is private on bitbucket.test, and acme/web is public on api.github.test';
    expect(await send(push)).toContain(why);
    expect(await send(text)).toContain(why);
    expect(await send({ kind: 'lfs', url: push.url, objects: [] })).toContain(why);
  });

  it.each([
    ['a merge', request('PUT', '/repos/acme/web/pulls/1/merge', { commit_message: 'Add a page' })],
    ['its title', request('PUT', '/repos/acme/web/pulls/1/merge', { commit_title: 'Add a page' })],
    ['topics', request('PUT', '/repos/acme/web/topics', { names: ['secret-project'] })],
    ['a homepage', patch({ homepage: 'https://secret.example' })],
  ])('sends no text of %s either', async (_, write) => {
    expect(await guarded({}).send(write)).toContain('web is private on bitbucket.test');
    expect(await guarded({ target: 'private' }).send(write)).toBe('sent');
  });

  it('sends nothing of a private source into a target that is more open than its plan', async () => {
    const opened = guarded({ planned: { visibility: 'private' }, target: 'internal' });
    expect(await opened.send(push)).toContain('and acme/web is internal on api.github.test');
    const planned = guarded({ planned: { visibility: 'internal' }, target: 'internal' });
    expect(await planned.send(push)).toBe('sent');
    // The confirmation counts for a plan that says public.
    const confirmed = { visibility: 'private', publish_private: true } as const;
    expect(await guarded({ planned: confirmed }).send(push)).toContain('is public on');
  });

  it('lets a public target be set to private, archived, and have its Actions on', async () => {
    const { state, send } = guarded({});
    for (const body of [{ visibility: 'private' }, { archived: true }, { enabled: true }])
      expect(await send(patch(body))).toBe('sent');
    expect(state.asked).toBe(0);
  });

  it('asks the source at each push, and at most once a minute for texts', async () => {
    const { state, send } = guarded({ source: 'public' });
    for (const write of [push, push, text, text, text]) expect(await send(write)).toBe('sent');
    expect(state.asked).toBe(2);
    Object.assign(state, { source: 'private', now: 60_000 });
    expect(await send(text)).toContain('web is private');
  });

  it('does not ask the source for a private target', async () => {
    const { state, send } = guarded({ target: 'private' });
    expect(await send(push)).toBe('sent');
    expect(state.asked).toBe(0);
  });

  it('sends nothing while it is unknown whether the source is private', async () => {
    const { send } = guarded({ source: new Error('bitbucket.test is down') });
    expect(await send(opening)).toContain('bitbucket.test is down');
  });
});
