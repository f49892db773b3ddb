import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { administrator } from '../../core/verbs/cutover/lock/locked-sandbox.ts';
import { git } from '../../helpers/repositories/git-fixture.ts';
import { sources } from '../../helpers/sources.ts';
import { type CutoverPlace, openCutoverPlace } from '../cutover/cutover-place.ts';
import { commit } from '../sync/sync-place.ts';
import { type AuditLine, auditOf, refsAfter, writesOf, writesSeenBy } from './audit-lines.ts';

/** An administrator's token that may comment, too. */
function withNotes({ sandbox, credentials }: CutoverPlace): Readonly<Record<string, string>> {
  if (sandbox.dataCenter !== null) return credentials;
  const scopes = [...administrator.scopes, 'write:pullrequest:bitbucket'];
  return { SRC_API_TOKEN: sandbox.bitbucket.credentials.addApiToken({ scopes }) };
}

describe.each(sources)('audit of a migration from %s', (source) => {
  let place: CutoverPlace;
  let lines: readonly AuditLine[];
  let file: string;
  beforeAll(async () => {
    place = await openCutoverPlace({ source }, ['one', 'two'], 'pulls');
    commit(place.sandbox.bitbucket.gitDirectory('one'), 'main', 'A later one');
    const synced = await place.run(['sync', '--migration', place.migration]);
    if (synced.code !== 0) throw new Error(synced.stderr);
    git(place.sandbox.bitbucket.gitDirectory('two'), 'tag', 'v9', 'main');
    const cutover = ['cutover', '--migration', place.migration, '--yes', '--announce'];
    const switched = await place.run(cutover, withNotes(place));
    if (switched.code !== 0) throw new Error(switched.stderr);
    file = join(place.folder, 'audit.jsonl');
    lines = await auditOf(place, file);
  });
  afterAll(() => place[Symbol.asyncDispose]());

  it('has every request that changed something, as both hosts have seen them, one by one', () => {
    const recorded = writesOf(lines);
    const seen = writesSeenBy(place.sandbox);
    expect(recorded.requests.toSorted()).toEqual(seen.requests.toSorted());
    expect(recorded.requests.length).toBeGreaterThan(30);
    expect(recorded.pushes.toSorted()).toEqual(seen.pushes.toSorted());
  });

  it('names account, host and outcome of each', () => {
    const sent = lines.filter(({ type }) => type === 'sent');
    const target = new URL(place.sandbox.environment.DST_API_URL ?? '').host;
    for (const { host, account } of sent) {
      expect(account).toEqual(expect.stringMatching(/./));
      if (host === target) expect(account).toBe(place.sandbox.github.user.login);
    }
    expect(lines.at(-1)).toMatchObject({ type: 'end', outcome_unknown: [] });
  });

  it('reports where each ref was and is, so that all of them together are what the target has', () => {
    for (const slug of ['one', 'two', 'pulls']) {
      const has = git(place.targetOf(slug), 'for-each-ref', '--format=%(refname) %(objectname)');
      const own = has.split('\n').filter((line) => /^refs\/(heads|tags)\//.test(line));
      expect(refsAfter(lines, `/acme/${slug}.git`).toSorted()).toEqual(own.toSorted());
    }
  });

  it('reports settings of a target as they were and as they are', () => {
    const opened = lines.find(
      ({ path, after }) => path === '/repos/acme/one' && after?.has_issues === true,
    );
    expect(opened).toMatchObject({ method: 'PATCH', before: { has_issues: false } });
  });

  it('holds neither a text of people nor a credential', () => {
    const text = readFileSync(file, 'utf8');
    const { environment } = place.sandbox;
    const secrets = [environment.DST_TOKEN, environment.SRC_API_TOKEN, environment.SRC_TOKEN];
    for (const secret of [...secrets, ...Object.values(place.credentials)]) {
      if (secret) expect(text).not.toContain(secret);
    }
    expect(text).not.toContain('continues at');
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('is checked, alone and against the state', async () => {
    const whole = await place.run(['audit', '--check', file]);
    expect(whole).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('It matches the state'),
    });
    const [first = '', ...rest] = readFileSync(file, 'utf8').split('\n');
    const changed = join(place.folder, 'changed.jsonl');
    writeFileSync(changed, [first.replace('"format":1', '"format":1 '), ...rest].join('\n'));
    const broken = await place.run(['audit', '--check', changed]);
    expect(broken).toMatchObject({
      code: 6,
      stderr: expect.stringContaining('line 2 does not match'),
    });
    const json = await place.run(['audit', '--check', file, '--json']);
    expect(JSON.parse(json.stdout)).toMatchObject({
      ...{ type: 'audit-check', outcome: 'whole', migration: place.migration, newer_in_state: 0 },
    });
  });

  it('takes either an export or a check, and keeps an existing file', async () => {
    expect((await place.run(['audit'])).code).toBe(2);
    const again = ['audit', '--migration', place.migration, '--output', file];
    expect((await place.run(again)).code).toBe(3);
    expect((await place.run([...again, '--force'])).code).toBe(0);
    expect((await place.run(['audit', '--check', 'nowhere'])).code).toBe(3);
  });
});
