import { describe, expect, it } from 'vitest';
import { changeConversation } from '../../../sandbox/bitbucket/changes/conversation.ts';
import { unlimitedGithub } from '../../../sandbox/github/rate-limit/limits.ts';
import type { GithubPullRequest } from '../../../sandbox/github/tracker/records.ts';
import { openWorkplace } from '../../helpers/program/workplace.ts';
import { newestMigration } from '../../helpers/repositories/migration-fixture.ts';
import type { sources } from '../../helpers/sources.ts';
import { honest } from '../../sandbox/github/importer/import-changed.ts';
import { askGithub } from '../../sandbox/helpers/rest.ts';

const slug = 'payments-service-new';

/** The largest repository of the sample, imported by an importer that keeps everything. */
async function openImported(source: (typeof sources)[number], format = 'github') {
  const place = await openWorkplace({
    ...{ source, workspace: 'sample', limits: { github: unlimitedGithub } },
  });
  Object.assign(place.sandbox.github.importer.rules, honest);
  const sourcePull = (number: number) => {
    const { pullRequests } = place.sandbox.bitbucket.findRepository(slug) ?? { pullRequests: [] };
    const found = pullRequests.find((one) => one.number === number);
    if (found === undefined) throw new Error(`no #${number}`);
    return found;
  };
  const pull = (number: number): GithubPullRequest => {
    const { pulls } = place.sandbox.github.findRepository(`acme/${slug}`) ?? { pulls: [] };
    const found = pulls.find((one) => one.number === number);
    if (found === undefined) throw new Error(`no #${number}`);
    return found;
  };
  return {
    ...{ place, pull, sourcePull },
    refuse(path: RegExp) {
      const body = '{"message":"Validation Failed","errors":[{"message":"no"}]}';
      const action = { kind: 'status', status: 422, body } as const;
      place.sandbox.faults.add({ host: 'github', method: 'POST', path, times: 99, action });
    },
    async run() {
      place.write('plan.json', { ...place.plan(slug), engine: 'archive', archive_format: format });
      const { code, stderr } = await place.run(['migrate', '--plan', 'plan.json']);
      expect(code, stderr).toBe(0);
      const id = await newestMigration(place);
      const repair = () => place.run(['verify', '--migration', id, '--repair']);
      return { id, repair };
    },
    [Symbol.asyncDispose]: () => place[Symbol.asyncDispose](),
  };
}

const textsOf = ({ comments }: GithubPullRequest) => comments.map(({ body }) => body);

function firstOf<T>(all: readonly T[]): T {
  const [first] = all;
  if (first === undefined) throw new Error('there is none');
  return first;
}

describe('a repair of an import', () => {
  it('restores texts to the letter, links to other pull requests among them', async () => {
    await using imported = await openImported('bitbucket-cloud');
    const { repair } = await imported.run();
    const all = [16, 7, 1].map(imported.pull);
    const texts = all.flatMap((one) => [one, ...one.comments, ...(one.threads[0]?.comments ?? [])]);
    const before = texts.map(({ body }) => body?.trim());
    for (const one of texts) one.body = 'changed by hand';
    const { code, stdout } = await repair();
    expect(code, stdout).toBe(0);
    expect(texts.map(({ body }) => body?.trim())).toEqual(before);
  });

  it('leaves a text that has images as it is, since theirs have other addresses by now', async () => {
    await using imported = await openImported('bitbucket-data-center');
    const { repair } = await imported.run();
    const pull = imported.pull(18);
    expect(pull.body).toContain('user-attachments');
    pull.body = 'changed by hand';
    const { code, stderr } = await repair();
    expect(stderr).toContain('title and description were changed on GitHub, and are kept');
    expect(pull.body).toBe('changed by hand');
    expect(code).toBe(6);
  });

  it('tries again what the target has refused', async () => {
    await using imported = await openImported('bitbucket-cloud');
    const { id, repair } = await imported.run();
    const comment = firstOf(imported.pull(7).comments);
    const path = `/repos/acme/${slug}/issues/comments/${comment.id}`;
    await askGithub(imported.place.sandbox, 'DELETE', path);
    imported.refuse(/issues\/\d+\/comments/);
    expect((await repair()).code).toBe(6);
    imported.place.sandbox.faults.clear();
    const resumed = await imported.place.run(['migrate', '--resume', id]);
    expect(resumed.code, resumed.stderr).toBe(0);
    const text = comment.body.trim();
    expect(textsOf(imported.pull(7)).filter((body) => body.includes(text))).toHaveLength(1);
  });

  it('says of a comment that the target refuses in its place where that was', async () => {
    await using imported = await openImported('bitbucket-cloud');
    const { repair } = await imported.run();
    const { id } = firstOf(firstOf(imported.pull(16).threads).comments);
    await askGithub(
      ...([imported.place.sandbox, 'DELETE', `/repos/acme/${slug}/pulls/comments/${id}`] as const),
    );
    imported.refuse(/pulls\/\d+\/(comments|reviews)/);
    const { code, stdout } = await repair();
    expect(code, stdout).toBe(0);
    expect(textsOf(imported.pull(16)).join('\n')).toMatch(
      /_On_ `.*PaymentProviders\.kt`, line \d+/,
    );
  });

  it('writes a lost verdict as that of who gave it, whatever else has gone from the source', async () => {
    await using imported = await openImported('bitbucket-data-center', 'bitbucket-server');
    const six = imported.sourcePull(6);
    const was = six.conversation();
    const said = imported.sourcePull(1).conversation();
    const more = said.comments.slice(0, 1).map((one) => ({ ...one, id: 777_777 }));
    const acts = said.activity.filter(({ kind }) => kind === 'comment').slice(0, 1);
    changeConversation(six, (now) => ({
      ...{ ...now, comments: [...more, ...now.comments] },
      activity: [
        ...acts.map((one) => ({ ...one, comment: firstOf(more) }) as typeof one),
        ...now.activity,
      ],
    }));
    const { repair } = await imported.run();
    const pull = imported.pull(6);
    const lost = firstOf(pull.reviews);
    const name = (lost.author as { readonly name?: string | null }).name ?? 'nobody';
    (pull.reviews as unknown[]).splice(0, 1);
    changeConversation(six, () => was);
    const { code, stdout } = await repair();
    expect(code, stdout).toBe(0);
    const written = textsOf(pull).filter((body) => body.includes('written again after the import'));
    expect(written).toHaveLength(1);
    expect(written[0]).toContain(`**${name}**`);
  });
});
