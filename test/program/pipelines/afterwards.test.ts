import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { databaseFileName } from '../../../src/core/state/sqlite/open-database.ts';
import { administrator } from '../../core/verbs/cutover/lock/locked-sandbox.ts';
import { addFile, addPipelines } from '../../helpers/pipelines/add-pipelines.ts';
import { withPipelines } from '../../helpers/pipelines/pipelines-plan.ts';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';
import { git } from '../../helpers/repositories/git-fixture.ts';
import {
  addRepositories,
  newestMigration,
  targetOf,
} from '../../helpers/repositories/migration-fixture.ts';
import { askGithub } from '../../sandbox/helpers/rest.ts';
import { openCutoverPlace } from '../cutover/cutover-place.ts';
import { commit } from '../sync/sync-place.ts';

async function openMigrated() {
  const place = await openWorkplace({ limits: { bitbucket: 'none', github: 'none' } });
  await addRepositories(place, 'web');
  addPipelines(place, 'web');
  place.write('plan.json', withPipelines(place.plan('web')));
  const { code, stderr } = await place.run(['migrate', '--plan', 'plan.json']);
  expect({ code, stderr }).toMatchObject({ code: 0 });
  return { ...place, id: await newestMigration(place) };
}

function pullsOf(place: Workplace, name: string) {
  return place.sandbox.github.findRepository(`acme/${name}`)?.pulls ?? [];
}

describe('a pull request with workflows after the migration', () => {
  it('stays as people leave it in a sync, a repair and further settings', async () => {
    await using place = await openMigrated();
    const target = targetOf(place, 'web');
    commit(target, 'migrator/pipelines', 'Correct a workflow');
    const corrected = git(target, 'rev-parse', 'migrator/pipelines');
    await askGithub(place.sandbox, 'PATCH', '/repos/acme/web/pulls/1', { title: 'Our workflows' });
    addPipelines(place, 'web', 'pipelines: {default: [{step: {script: [make all]}}]}\n');
    for (const args of [
      ['sync', '--migration', place.id],
      ['settings', '--migration', place.id],
      ['verify', '--migration', place.id, '--repair'],
      ['verify', '--migration', place.id],
    ]) {
      const { code, stdout, stderr } = await place.run(args);
      expect({ args, code, stdout, stderr }).toMatchObject({ code: 0 });
    }
    expect(git(target, 'rev-parse', 'migrator/pipelines')).toBe(corrected);
    expect(pullsOf(place, 'web').map(({ title }) => title)).toEqual(['Our workflows']);
  });

  it('is out of date once the file has changed: a sync says so once, verify until it is converted again', async () => {
    await using place = await openMigrated();
    const opened = git(targetOf(place, 'web'), 'rev-parse', 'migrator/pipelines');
    const sync = () => place.run(['sync', '--migration', place.id]);
    const verify = () => place.run(['verify', '--migration', place.id]);
    const changed =
      'changed on Bitbucket since it was converted. In a clone of the GitHub repository, run: migrator pipelines convert . --output . --force';
    addFile(place, 'web', 'README.md', 'Read me');
    expect((await sync()).stdout).not.toContain('bitbucket-pipelines.yml');
    addPipelines(place, 'web', 'pipelines: {default: [{step: {script: [make all]}}]}\n');
    expect((await sync()).stdout).toContain(`bitbucket-pipelines.yml (${changed})`);
    expect((await sync()).stdout).not.toContain('bitbucket-pipelines.yml');
    const { code, stdout } = await verify();
    expect({ code, stdout }).toMatchObject({ code: 0 });
    expect(stdout).toContain('bitbucket-pipelines.yml was changed on Bitbucket');
    expect(git(targetOf(place, 'web'), 'rev-parse', 'migrator/pipelines')).toBe(opened);
    const clone = join(place.folder, 'clone');
    git(place.folder, 'clone', '-q', '-b', 'migrator/pipelines', targetOf(place, 'web'), clone);
    git(clone, 'checkout', '-q', 'origin/main', '--', 'bitbucket-pipelines.yml');
    const convert = ['pipelines', 'convert', clone, '--output', clone, '--force'];
    expect(await place.run(convert)).toMatchObject({ code: 0 });
    expect(readFileSync(join(clone, '.github/workflows/default.yml'), 'utf8')).toContain(
      'make all',
    );
    addPipelines(place, 'web');
    await sync();
    expect((await verify()).stdout).not.toContain('bitbucket-pipelines.yml');
  });

  it('is out of date once the file is deleted', async () => {
    await using place = await openMigrated();
    addFile(place, 'web', 'bitbucket-pipelines.yml', null);
    const { stdout } = await place.run(['sync', '--migration', place.id]);
    expect(stdout).toContain(
      'bitbucket-pipelines.yml (deleted on Bitbucket since it was converted.',
    );
  });

  it('counts as work of people for a rollback once they have pushed to it', async () => {
    await using place = await openMigrated();
    const { scopes } = administrator;
    const SRC_API_TOKEN = place.sandbox.bitbucket.credentials.addApiToken({ scopes });
    const rollback = (...more: readonly string[]) =>
      place.run(['rollback', '--migration', place.id, ...more], { SRC_API_TOKEN });
    expect(await rollback('--dry-run')).toMatchObject({ code: 0 });
    commit(targetOf(place, 'web'), 'migrator/pipelines', 'Correct a workflow');
    const { code, stdout } = await rollback('--yes');
    expect(code).toBe(6);
    expect(stdout).toContain('branch migrator/pipelines may have changed since it was pushed');
  });

  it('is opened by settings for a migration whose plan had none, while Actions are off', async () => {
    await using place = await openWorkplace({ limits: { bitbucket: 'none', github: 'none' } });
    await addRepositories(place, 'web');
    addPipelines(place, 'web');
    expect((await place.run(['migrate', '--plan', 'plan.json'])).code).toBe(0);
    place.write('later.json', withPipelines(place.plan('web')));
    const id = await newestMigration(place);
    const before = place.sandbox.requests.length;
    const settings = ['settings', '--migration', id, '--plan', 'later.json'];
    const { code, stderr } = await place.run(settings);
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(pullsOf(place, 'web')).toHaveLength(1);
    const writes = place.sandbox.requests
      .slice(before)
      .filter(({ host, method }) => host === 'github' && method !== 'GET')
      .map(({ method, path }) => `${method} ${path.replace(/^.*\/web/, '')}`);
    const actions = 'PUT /actions/permissions';
    expect(writes).toEqual([actions, 'POST /pulls', actions]);
    expect(await place.run(['verify', '--migration', id])).toMatchObject({ code: 0 });
  });

  it('is found again where the state has lost it and people have closed it', async () => {
    await using place = await openMigrated();
    await askGithub(place.sandbox, 'PATCH', '/repos/acme/web/pulls/1', { state: 'closed' });
    const state = new DatabaseSync(join(place.folder, 'state', databaseFileName));
    state.exec("DELETE FROM object WHERE kind = 'planned-setting'");
    state.close();
    const { code, stderr } = await place.run(['settings', '--migration', place.id]);
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(pullsOf(place, 'web')).toHaveLength(1);
    expect(await place.run(['verify', '--migration', place.id])).toMatchObject({ code: 0 });
  });

  it('is opened without any settings', async () => {
    await using place = await openWorkplace({ limits: { bitbucket: 'none', github: 'none' } });
    await addRepositories(place, 'web');
    addPipelines(place, 'web');
    place.write('plan.json', withPipelines(place.plan('web')));
    const migrate = ['migrate', '--plan', 'plan.json', '--settings', 'none'];
    expect(await place.run(migrate)).toMatchObject({ code: 0 });
    expect(pullsOf(place, 'web')).toHaveLength(1);
    const id = await newestMigration(place);
    expect(await place.run(['verify', '--migration', id])).toMatchObject({ code: 0 });
  });

  it('waits for the cut-over where the target follows its source', async () => {
    await using place = await openCutoverPlace({
      prepare(place, plan) {
        for (const { source } of plan.repositories) addPipelines(place, source);
        return withPipelines(plan);
      },
    });
    expect(pullsOf(place, 'one')).toEqual([]);
    const { code, stdout, stderr } = await place.cutover();
    expect({ code, stdout, stderr }).toMatchObject({ code: 0 });
    expect(pullsOf(place, 'one')).toMatchObject([{ head: { ref: 'migrator/pipelines' } }]);
    expect(pullsOf(place, 'two')).toHaveLength(1);
  });
});

describe('a token without the workflow scope', () => {
  it('is refused before anything is written, and may leave pipelines alone', async () => {
    await using place = await openWorkplace({ limits: { bitbucket: 'none', github: 'none' } });
    await addRepositories(place, 'web');
    addPipelines(place, 'web');
    const DST_TOKEN = place.sandbox.github.tokens.add({ scopes: ['repo'] });
    const plan = withPipelines(place.plan('web'));
    place.write('plan.json', plan);
    const refused = await place.run(['migrate', '--plan', 'plan.json'], { DST_TOKEN });
    expect(refused.code).not.toBe(0);
    expect(refused.stderr).toContain('DST_TOKEN lacks the workflow scope to push workflows');
    expect(place.sandbox.github.findRepository('acme/web')).toBeNull();
    const left = plan.repositories.map((one) => ({ ...one, pipelines: { action: 'leave' } }));
    place.write('plan.json', { ...plan, repositories: left });
    expect(await place.run(['migrate', '--plan', 'plan.json'], { DST_TOKEN })).toMatchObject({
      code: 0,
    });
    expect(pullsOf(place, 'web')).toEqual([]);
  });
});
