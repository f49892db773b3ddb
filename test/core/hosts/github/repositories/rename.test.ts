import { describe, expect, it } from 'vitest';
import { createTestServices } from '../../../network/support/client.ts';
import { failureOf } from '../../../network/support/failure.ts';
import { inTurn, startScriptedServer } from '../../../network/support/scripted-server.ts';
import { app } from '../app.ts';
import { repositoryRow, targetAt } from '../support.ts';

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

  it('tells a name that is taken, and a repository that has left its name', async () => {
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
