import { describe, expect, it } from 'vitest';
import { createTestServices } from '../../../network/support/client.ts';
import { failureOf } from '../../../network/support/failure.ts';
import { startScriptedServer } from '../../../network/support/scripted-server.ts';
import { listPath, pullRequestPages, pullRequestRow, repository } from '../pull-request-rows.ts';
import { lackOfScopes, sourceAt } from '../source.ts';

describe('a list of pull requests that cannot be read', () => {
  it.each([
    [pullRequestRow(9, { author: 'jane' }), 'pull request 9 of acme/web', '(author)'],
    [pullRequestRow(9, { state: 7 }), 'pull request 9 of acme/web', '(state)'],
    [pullRequestRow(9, { created_on: null, updated_on: 'soon' }), 'pull request 9', '(created_on)'],
    [pullRequestRow(9, { participants: ['x'] }), 'pull request 9', '(participants.0)'],
    [{ ...pullRequestRow(9), id: 'x\u001b[31my' }, 'pull request x [31my of acme/web', '(id)'],
    [{ title: 'no number' }, 'item 2 of the pull request list of acme/web', 'id'],
    [null, 'item 2 of the pull request list of acme/web', 'unexpected data'],
  ])('leaves out no row that it does not understand (%#)', async (row, name, why) => {
    await using server = await startScriptedServer(() => ({
      body: { values: [pullRequestRow(1), row] },
    }));
    await using services = await createTestServices();
    const error = await failureOf(pullRequestPages(sourceAt(server, services)));
    expect(error.code).toBe('bad-answer');
    expect(error.message).toContain(name);
    expect(error.message).toContain(why);
  });

  it('says that the repository is gone, or has another name', async () => {
    const message = 'Repository acme/web not found';
    await using server = await startScriptedServer((request) =>
      request.url.includes('old')
        ? { status: 301, headers: { location: '/2.0/repositories/acme/web' } }
        : { status: 404, body: { type: 'error', error: { message } } },
    );
    await using services = await createTestServices();
    const source = sourceAt(server, services);
    const gone = await failureOf(source.pullRequests.count(repository));
    expect(gone).toMatchObject({ code: 'not-found' });
    expect(gone.message).toContain('Repository acme/web not found');
    const old = await failureOf(source.pullRequests.count({ ...repository, slug: 'old' }));
    expect(old.message).toContain('acme/old was renamed');
  });

  it('names the scope that is missing', async () => {
    const body = structuredClone(lackOfScopes);
    body.error.detail = {
      required: ['read:pullrequest:bitbucket'],
      granted: ['read:repository:bitbucket'],
    };
    await using server = await startScriptedServer(() => ({ status: 403, body }));
    await using services = await createTestServices();
    const error = await failureOf(pullRequestPages(sourceAt(server, services)));
    expect(error.code).toBe('permission');
    expect(error.message).toBe(
      `403 Forbidden: ${server.host} refused GET ${listPath} for SRC_USERNAME and SRC_API_TOKEN; missing scope: read:pullrequest:bitbucket`,
    );
  });

  it('never asks for a repository whose name would lead elsewhere', async () => {
    await using server = await startScriptedServer(() => ({ body: { values: [] } }));
    await using services = await createTestServices();
    const { pullRequests } = sourceAt(server, services);
    const error = await failureOf(pullRequests.count({ workspace: 'acme', slug: '..' }));
    expect(error.code).toBe('input-file');
    expect(server.requests).toHaveLength(0);
  });
});
