import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importerRules } from '../../../sandbox/github/importer/importer-rules.ts';
import { unlimitedGithub } from '../../../sandbox/github/rate-limit/limits.ts';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';
import { newestMigration } from '../../helpers/repositories/migration-fixture.ts';
import { sources } from '../../helpers/sources.ts';
import { askGithub } from '../../sandbox/helpers/rest.ts';

const slug = 'payments-service-new';

describe.each(sources)('verify --repair of an import from %s', (source) => {
  let place: Workplace;
  let id: string;
  const pulls = () => place.sandbox.github.findRepository(`acme/${slug}`)?.pulls ?? [];
  /** Without those of the program's own account. */
  const imported = () =>
    pulls().map((one) => one.comments.filter(({ author }) => author.kind === 'mannequin').length);
  const texts = () => pulls().flatMap((one) => one.comments.map(({ body }) => body));
  const told = () => texts().filter((body) => body.includes("What GitHub's importer did not keep"));
  const restored = () => texts().filter((body) => body.includes('written again after the import'));
  const verify = async (...more: string[]) => {
    const { code, stdout, stderr } = await place.run(['verify', '--migration', id, ...more]);
    return { code, text: stdout + stderr };
  };

  beforeAll(async () => {
    place = await openWorkplace({
      ...{ source, workspace: 'sample', limits: { github: unlimitedGithub } },
    });
    Object.assign(place.sandbox.github.importer.rules, importerRules);
    place.write('plan.json', { ...place.plan(slug), engine: 'archive' });
    const { code, stderr } = await place.run(['migrate', '--plan', 'plan.json']);
    expect(code, stderr).toBe(0);
    id = await newestMigration(place);
  });
  afterAll(() => place[Symbol.asyncDispose]());

  it('says in a comment what no request can set, and is verified then', async () => {
    const before = imported();
    const found = await verify();
    expect(found.code, found.text).toBe(6);
    expect(found.text).toContain('became a comment');
    const repaired = await verify('--repair');
    expect(repaired.code, repaired.text).toBe(0);
    expect(told().length).toBeGreaterThan(0);
    expect(told().join('\n')).toMatch(
      /- request for changes by .* of 20\S+ \d\d:\d\d UTC became a comment/,
    );
    expect(imported()).toEqual(before);
    const after = await verify();
    expect(after.text).toContain('became a comment; a comment now says so');
    expect(after.code, after.text).toBe(0);
  });

  it('writes nothing twice', async () => {
    const before = texts();
    const again = await verify('--repair');
    expect(again.code, again.text).toBe(0);
    expect(texts()).toEqual(before);
  });

  it('writes a comment that somebody has deleted again, and says whose it is', async () => {
    const pull = pulls().find((one) =>
      one.comments.some(({ author }) => author.kind === 'mannequin'),
    );
    const comment = pull?.comments.find(({ author }) => author.kind === 'mannequin');
    if (pull === undefined || comment === undefined) throw new Error('nothing to delete');
    await askGithub(place.sandbox, 'DELETE', `/repos/acme/${slug}/issues/comments/${comment.id}`);
    expect((await verify()).text).toContain('is missing');
    const repaired = await verify('--repair');
    expect(repaired.code, repaired.text).toBe(0);
    const body = restored().find((one) => one.includes(comment.body.trim()));
    expect(body).toMatch(
      /^\*\*.+\*\* · 20\d\d-\d\d-\d\d \d\d:\d\d UTC · \[pull request \d+ on Bitbucket\]/,
    );
  });

  it('restores the text of a comment that somebody has changed', async () => {
    const pull = pulls().find((one) =>
      one.comments.some(({ author }) => author.kind === 'mannequin'),
    );
    const comment = pull?.comments.find(({ author }) => author.kind === 'mannequin');
    if (comment === undefined) throw new Error('nothing to change');
    const { body } = comment;
    comment.body = 'changed by hand';
    const repaired = await verify('--repair');
    expect(repaired.code, repaired.text).toBe(0);
    expect(comment.body.trim()).toBe(body.trim());
  });

  it('restores title and description', async () => {
    const [pull] = pulls();
    if (pull === undefined) throw new Error('no pull request');
    const { title, body } = pull;
    Object.assign(pull, { title: 'changed', body: 'changed' });
    const repaired = await verify('--repair');
    expect(repaired.code, repaired.text).toBe(0);
    expect({ title: pull.title, body: pull.body }).toEqual({ title, body });
  });
});
