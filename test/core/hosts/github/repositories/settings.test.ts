import { describe, expect, it } from 'vitest';
import { createTestServices } from '../../../network/support/client.ts';
import { failureOf } from '../../../network/support/failure.ts';
import { inTurn, startScriptedServer } from '../../../network/support/scripted-server.ts';
import { app } from '../app.ts';
import { repositoryRow, targetAt } from '../support.ts';

describe('settings', () => {
  it('switches Actions off, and reports where an organization or the host leaves nothing to switch', async () => {
    await using server = await startScriptedServer(
      inTurn(
        { status: 204 },
        { status: 409, body: { message: 'Conflict' } },
        { status: 404, body: { message: 'Not Found' } },
        { status: 422, body: { message: 'Validation Failed' } },
      ),
    );
    await using services = await createTestServices();
    const target = targetAt(server, services);
    expect(await target.setActionsEnabled({ ...app, enabled: false })).toBe('switched');
    expect(await target.setActionsEnabled({ ...app, enabled: true })).toBe('switched-by-others');
    expect(await target.setActionsEnabled({ ...app, enabled: false })).toBe('not-found');
    const error = await failureOf(target.setActionsEnabled({ ...app, enabled: true }));
    expect(error.code).toBe('refused');
    expect(server.requests[0]).toMatchObject({
      method: 'PUT',
      url: '/repos/octo-org/app/actions/permissions',
      body: '{"enabled":false}',
    });
  });

  it('reads whether Actions are on, and whether that can be known', async () => {
    await using server = await startScriptedServer(
      inTurn(
        { body: { enabled: true, allowed_actions: 'all' } },
        { body: { enabled: false } },
        { status: 404, body: { message: 'Not Found' } },
      ),
    );
    await using services = await createTestServices();
    const target = targetAt(server, services);
    const read = async () => target.areActionsEnabled(app);
    expect([await read(), await read(), await read()]).toEqual([true, false, null]);
  });

  it('gives it back, and fails nothing, when a token may not switch Actions', async () => {
    const message = 'Resource not accessible by personal access token';
    await using server = await startScriptedServer(() => ({ status: 403, body: { message } }));
    await using services = await createTestServices();
    const target = targetAt(server, services);
    expect(await target.setActionsEnabled({ ...app, enabled: false })).toBe('refused');
    expect(server.requests).toHaveLength(1);
  });

  it('waits for a limit at the switch like everywhere else', async () => {
    const message = 'You have exceeded a secondary rate limit.';
    await using server = await startScriptedServer(
      inTurn({ status: 403, body: { message } }, { status: 204 }),
    );
    await using services = await createTestServices();
    const target = targetAt(server, services);
    expect(await target.setActionsEnabled({ ...app, enabled: false })).toBe('switched');
  });

  it('changes only what is given', async () => {
    await using server = await startScriptedServer(() => ({
      body: repositoryRow('octo-org/app', { archived: true }),
    }));
    await using services = await createTestServices();
    const target = targetAt(server, services);
    await target.updateRepository({ ...app, defaultBranch: 'trunk' });
    await target.updateRepository({ ...app, visibility: 'public' });
    expect(await target.updateRepository({ ...app, archived: true })).toMatchObject({
      archived: true,
    });
    expect(server.requests.map(({ method, url, body }) => [method, url, body])).toEqual([
      ['PATCH', '/repos/octo-org/app', '{"default_branch":"trunk"}'],
      ['PATCH', '/repos/octo-org/app', '{"visibility":"public"}'],
      ['PATCH', '/repos/octo-org/app', '{"archived":true}'],
    ]);
  });

  it('writes to no other repository when the name leads elsewhere', async () => {
    await using server = await startScriptedServer(() => ({
      status: 307,
      headers: { location: '/repositories/1296269' },
    }));
    await using services = await createTestServices();
    const error = await failureOf(
      targetAt(server, services).updateRepository({ ...app, archived: true }),
    );
    expect(error.code).toBe('bad-answer');
    expect(server.requests).toHaveLength(1);
  });

  it('replaces all topics with what GitHub takes', async () => {
    await using server = await startScriptedServer(() => ({ body: { names: ['web-app'] } }));
    await using services = await createTestServices();
    await targetAt(server, services).setTopics({ ...app, topics: ['Web App', '…'] });
    expect(server.requests[0]).toMatchObject({
      method: 'PUT',
      url: '/repos/octo-org/app/topics',
      body: '{"names":["web-app"]}',
    });
  });
});

const rename = { ...app, newName: 'app-old' };

describe('renameRepository', () => {
  it('sends the new name alone and gives back the repository under it', async () => {
    await using server = await startScriptedServer(() => ({
      body: repositoryRow('octo-org/app-old'),
    }));
    await using services = await createTestServices();
    const outcome = await targetAt(server, services).renameRepository(rename);
    expect(outcome).toMatchObject({ kind: 'renamed', repository: { name: 'app-old' } });
    expect(server.requests).toMatchObject([
      { method: 'PATCH', url: '/repos/octo-org/app', body: '{"name":"app-old"}' },
    ]);
  });

  it('reports that a name is taken, and a repository that has left its name', async () => {
    const taken = {
      message: 'Validation Failed',
      errors: [{ resource: 'Repository', field: 'name', message: 'name already exists' }],
    };
    await using server = await startScriptedServer(
      inTurn(
        { status: 422, body: taken },
        { status: 422, body: { message: 'Validation Failed', errors: ['name already exists'] } },
        { status: 307, headers: { location: '/repositories/1' }, body: { message: 'Moved' } },
        { status: 404, body: { message: 'Not Found' } },
      ),
    );
    await using services = await createTestServices();
    const target = targetAt(server, services);
    expect(await target.renameRepository(rename)).toEqual({ kind: 'taken' });
    expect(await target.renameRepository(rename)).toEqual({ kind: 'taken' });
    expect(await target.renameRepository(rename)).toEqual({ kind: 'gone' });
    expect(await target.renameRepository(rename)).toEqual({ kind: 'gone' });
    expect(server.requests).toHaveLength(4);
  });

  it('says what the host says when it refuses', async () => {
    await using server = await startScriptedServer(() => ({
      status: 422,
      body: { message: 'Renaming is disabled by policy' },
    }));
    await using services = await createTestServices();
    const error = await failureOf(targetAt(server, services).renameRepository(rename));
    expect(error).toMatchObject({ code: 'refused', detail: 'Renaming is disabled by policy' });
    expect(error.message).toContain('refused to rename octo-org/app');
  });
});
