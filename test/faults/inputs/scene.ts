import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { AddConversation } from '../../../sandbox/bitbucket/pull-requests/build-conversation.ts';
import type { Workplace } from '../../helpers/program/workplace.ts';
import { git } from '../../helpers/repositories/git-fixture.ts';
import {
  goneBranches,
  makePullRequestHistory,
  pullRequestsOf,
} from '../../helpers/repositories/pull-request-fixture.ts';
import { addPeople } from '../../helpers/settings/settings-place.ts';
import { type PortCall, recordCalls } from './record-calls.ts';
import { createWorldProgram, runInWorld } from './world.ts';

/** Describes what a finished migration and an unfinished one have left behind. */
export interface Scene {
  readonly place: Workplace;
  /** The folder of the state, whose database is closed and whole. */
  readonly stateFolder: string;
  /** Of `web`, with pull requests of every kind: completed. */
  readonly completed: string;
  /** Of `api`, which failed. */
  readonly unfinished: string;
  readonly planFile: string;
  readonly configFile: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

const conversation: AddConversation = {
  comments: [
    { text: 'A general remark' },
    {
      text: 'On the line',
      inline: { path: 'a.txt', to: 10 },
      resolved: true,
      replies: [{ text: 'A reply' }],
    },
    { text: 'On the file', inline: { path: 'new.txt' } },
  ],
};

/** Hosts `web` with pull requests and `api` without any on the source of a workplace. */
async function addSources(place: Workplace): Promise<void> {
  const { bitbucket } = place.sandbox;
  const history = makePullRequestHistory(place.folder, 'fixture');
  const project = { key: 'SHOP', name: 'Shop' };
  const main = { from: history.folder, mainBranch: 'main' } as const;
  const { uuid } = await bitbucket.addRepository({ slug: 'web', ...main, project });
  addSettingsOf(bitbucket.settings, uuid);
  addPeople(place);
  for (const branch of goneBranches)
    git(bitbucket.gitDirectory('web'), 'branch', '-q', '-D', branch);
  const [first, ...others] = pullRequestsOf(history);
  bitbucket.addPullRequest('web', { ...first, conversation });
  for (const one of others) bitbucket.addPullRequest('web', one);
  await bitbucket.addRepository({ slug: 'api', from: history.folder, mainBranch: 'main' });
}

/** Of each list one row or more. */
function addSettingsOf(
  settings: Workplace['sandbox']['bitbucket']['settings'],
  uuid: string,
): void {
  const own = settings.ofRepository(uuid);
  const above = settings.ofProject('SHOP');
  const group = settings.addGroup({ name: 'Developers', members: [] });
  settings.addRestriction(uuid, { kind: 'push', match: { pattern: 'main' }, groups: [group] });
  settings.addRestriction(uuid, { kind: 'delete', match: { branchType: 'production' } });
  for (const place of [own, above]) {
    place.groups.set(group, 'write');
    settings.addKey(place, { key: 'ssh-ed25519 AAAAC3', label: 'ci', comment: '' });
  }
  settings.addHook(own.hooks, { url: 'https://ci.example/hook', events: ['repo:push'] });
}

/** Migrates for real, in this process, through the servers that keep what the hosts answer. */
export async function openScene(
  place: Workplace,
  addresses: Readonly<Record<string, string>>,
): Promise<Scene & { readonly calls: readonly PortCall[] }> {
  await addSources(place);
  const stateFolder = join(place.folder, 'state');
  const environment = {
    ...place.sandbox.environment,
    PATH: process.env.PATH,
    HOME: place.folder,
    MIGRATOR_STATE_DIR: stateFolder,
  };
  const configFile = place.write(
    'scene.yaml',
    'network:\n  outage_seconds: 0\n  settle_seconds: 0\n',
  );
  const world = { folder: place.folder, environment, haste: 20 };
  const between = { ...world, environment: { ...environment, ...addresses } };
  const recorded = await recordCalls(place, createWorldProgram(between).program);
  place.sandbox.faults.add({
    host: 'github-git',
    path: /api-2\.git\/info\/refs\?service=git-receive-pack/,
    times: Number.POSITIVE_INFINITY,
    action: { kind: 'status', status: 403, body: 'Forbidden' },
  });
  const planFile = place.write('scene.json', place.plan('api:api-2'));
  const argv = ['migrate', '--plan', planFile, '--config', configFile];
  const { stdout, stderr } = await runInWorld(argv, world, 60_000);
  const unfinished = /mig_\w{12}/.exec(stdout)?.[0];
  if (unfinished === undefined) throw new Error(`the scene was not set:\n${stdout}\n${stderr}`);
  const path = join(stateFolder, 'migrator.sqlite');
  const database = new DatabaseSync(path);
  database.exec('PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE;');
  database.close();
  const completed = recorded.migration;
  const { calls } = recorded;
  return { place, stateFolder, completed, unfinished, planFile, configFile, environment, calls };
}
