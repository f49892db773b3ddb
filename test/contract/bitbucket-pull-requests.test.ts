import { describe, expect, it } from 'vitest';
import { makeRepository, openGitClient } from '../sandbox/helpers/git.ts';
import { basic, type RestAnswer, request } from '../sandbox/helpers/rest.ts';
import { openSandbox, type TestSandbox } from '../sandbox/helpers/sandbox.ts';
import { readDescription } from './descriptions/bitbucket-description.ts';

/**
 * Pull requests of both embedded Bitbuckets as a sync reads them, held against Atlassian's own descriptions. What stands in
 * the snapshots is in recorded answers, and in no description.
 */

async function openHost(source?: 'bitbucket-data-center'): Promise<TestSandbox> {
  const sandbox = await openSandbox(source === undefined ? {} : { source });
  await using client = await openGitClient(null);
  const from = await makeRepository(client, 'web', { 'a.txt': 'one\n' });
  await sandbox.bitbucket.addRepository({ slug: 'web', from });
  const jane = sandbox.bitbucket.addPerson({ name: 'Jane Roe' });
  for (const [number, state] of (['OPEN', 'DECLINED'] as const).entries()) {
    sandbox.bitbucket.addPullRequest('web', {
      state,
      source: { branch: 'main' },
      participants: [{ person: jane, state: 'approved', on: new Date('2024-01-01T00:00:00Z') }],
      conversation: { comments: [{ text: 'Why?' }], tasks: [{ text: 'Ask' }] },
      updatedOn: new Date(Date.UTC(2024, 0, 2 - number)),
    });
  }
  return sandbox;
}

const numbers = ({ body }: RestAnswer) =>
  (body.values as readonly { id: number }[]).map(({ id }) => id);

describe('pull requests of the embedded Bitbucket Cloud', () => {
  it('are listed and read as Atlassian describes it', async () => {
    const sandbox = await openHost();
    const { SRC_API_URL, SRC_USERNAME, SRC_API_TOKEN = '' } = sandbox.environment;
    const ask = (path: string) =>
      request(`${SRC_API_URL}/2.0/repositories/acme-workspace/web/pullrequests${path}`, {
        headers: basic(SRC_USERNAME, SRC_API_TOKEN),
      });
    const route = 'GET /repositories/{workspace}/{repo_slug}/pullrequests';
    const description = readDescription('cloud');
    const list = await ask('?state=OPEN&state=DECLINED&sort=-updated_on&pagelen=50');
    expect(numbers(list)).toEqual([1, 2]);
    expect(numbers(await ask('?state=OPEN&state=DECLINED&sort=updated_on'))).toEqual([2, 1]);
    expect(description.deviations(route, list)).toMatchInlineSnapshot(`
      [
        "/values/* unknown: description",
        "/values/*/author unknown: account_id",
        "/values/*/author unknown: nickname",
        "/values/*/author/links unknown: html",
        "/values/*/author/links unknown: self",
        "/values/*/author/type must be equal to one of the allowed values",
        "/values/*/closed_by must be object",
        "/values/*/closed_by unknown: account_id",
        "/values/*/closed_by unknown: nickname",
        "/values/*/closed_by/links unknown: html",
        "/values/*/closed_by/links unknown: self",
        "/values/*/closed_by/type must be equal to one of the allowed values",
        "/values/*/destination/branch unknown: links",
        "/values/*/destination/commit unknown: links",
        "/values/*/destination/commit unknown: type",
        "/values/*/links unknown: request-changes",
        "/values/*/links unknown: statuses",
        "/values/*/merge_commit must be object",
        "/values/*/rendered/description unknown: type",
        "/values/*/rendered/reason unknown: type",
        "/values/*/rendered/title unknown: type",
        "/values/*/source/branch unknown: links",
        "/values/*/source/commit unknown: links",
        "/values/*/source/commit unknown: type",
        "/values/*/summary unknown: type",
      ]
    `);
    const one = await ask('/1');
    expect(description.deviations(`${route}/{pull_request_id}`, one)).toMatchInlineSnapshot(`
      [
        "/ unknown: description",
        "/author unknown: account_id",
        "/author unknown: nickname",
        "/author/links unknown: html",
        "/author/links unknown: self",
        "/author/type must be equal to one of the allowed values",
        "/closed_by must be object",
        "/destination/branch unknown: links",
        "/destination/commit unknown: links",
        "/destination/commit unknown: type",
        "/links unknown: request-changes",
        "/links unknown: statuses",
        "/merge_commit must be object",
        "/participants/*/user unknown: account_id",
        "/participants/*/user unknown: nickname",
        "/participants/*/user/links unknown: html",
        "/participants/*/user/links unknown: self",
        "/participants/*/user/type must be equal to one of the allowed values",
        "/rendered/description unknown: type",
        "/rendered/reason unknown: type",
        "/rendered/title unknown: type",
        "/reviewers/* unknown: account_id",
        "/reviewers/* unknown: nickname",
        "/reviewers/*/links unknown: html",
        "/reviewers/*/links unknown: self",
        "/reviewers/*/type must be equal to one of the allowed values",
        "/source/branch unknown: links",
        "/source/commit unknown: links",
        "/source/commit unknown: type",
        "/summary unknown: type",
      ]
    `);
    await sandbox.close();
  });
});

describe('pull requests of the embedded Data Center', () => {
  it('are listed and read as Atlassian describes it', async () => {
    const sandbox = await openHost('bitbucket-data-center');
    const { SRC_DATA_CENTER_URL, SRC_TOKEN } = sandbox.environment as Record<string, string>;
    const key = sandbox.dataCenter?.project.key;
    const ask = (path: string) =>
      request(
        `${SRC_DATA_CENTER_URL}/rest/api/1.0/projects/${key}/repos/web/pull-requests${path}`,
        {
          headers: { authorization: `Bearer ${SRC_TOKEN}` },
        },
      );
    const route = 'GET /api/latest/projects/{projectKey}/repos/{repositorySlug}/pull-requests';
    const description = readDescription('server');
    const list = await ask('?state=ALL&order=OLDEST');
    expect(numbers(list)).toEqual([1, 2]);
    expect(description.deviations(route, list)).toMatchInlineSnapshot(`
      [
        "/nextPageStart must be number",
        "/values/* unknown: author",
        "/values/* unknown: properties",
      ]
    `);
    const one = await ask('/1');
    expect(description.deviations(`${route}/{pullRequestId}`, one)).toMatchInlineSnapshot(`
      [
        "/ unknown: author",
        "/ unknown: properties",
      ]
    `);
    await sandbox.close();
  });
});
