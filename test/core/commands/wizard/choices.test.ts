import { describe, expect, it } from 'vitest';
import {
  commandsForOwnHosts,
  equivalentCommands,
} from '../../../../src/core/commands/wizard/choices.ts';
import type { Choices } from '../../../../src/core/wizard/choices.ts';

const plain: Choices = {
  workspace: 'acme',
  isDeep: false,
  findsLargeFiles: false,
  renames: new Map(),
  selection: { include: [], exclude: [], isListed: false },
  options: {
    organization: 'acme-gh',
    visibility: 'source',
    publishPrivate: false,
    nameFrom: 'slug',
    pullRequests: true,
    comments: null,
    lfs: 'found',
    largeFiles: 'refuse',
    userMap: '',
    existing: 'stop',
    workers: 4,
    settings: false,
    convertPipelines: false,
    groups: '',
    follow: false,
    engine: 'rest',
    archiveFormat: 'github',
  },
  hasTeamMap: false,
  files: { inventory: 'inv.json', plan: 'plan.json', repositories: 'list.txt', teams: 'teams.csv' },
  config: undefined,
};

const lines = (choices: Choices) => equivalentCommands(choices).map((words) => words.join(' '));

describe('the commands that do the same', () => {
  it('name the engine and the format of archives', () => {
    const options = { ...plain.options, engine: 'archive', archiveFormat: 'bitbucket-server' };
    expect(lines({ ...plain, options: options as typeof plain.options })[1]).toContain(
      '--engine archive --archive-format bitbucket-server',
    );
  });

  it('say nothing that holds without being said', () => {
    expect(lines(plain)).toEqual([
      'migrator discover --workspace acme --output inv.json --force',
      'migrator plan --inventory inv.json --target-org acme-gh --output plan.json --force',
      'migrator migrate --plan plan.json',
    ]);
  });

  it('of a demo name no file, repository or person of it, and replace nothing', () => {
    const { files, options } = plain;
    const inDemo: Choices = {
      ...plain,
      selection: { include: ['web'], exclude: [], isListed: false },
      renames: new Map([['web', 'site']]),
      options: {
        ...options,
        ...{ settings: true, userMap: '/tmp/demo/users.csv', groups: '/tmp/demo/groups.csv' },
        ...{ visibility: 'public', publishPrivate: true, existing: 'overwrite' },
      },
      hasTeamMap: true,
      files: { ...files, inventory: '/tmp/demo/inv.json', plan: '/tmp/demo/plan.json' },
    };
    expect(commandsForOwnHosts(inDemo).map((words) => words.join(' '))).toEqual([
      'migrator discover --workspace my-workspace --deep --include-settings --users users.csv --output inventory.json',
      'migrator plan --inventory inventory.json --target-org my-organization --user-map users.csv --output plan.json',
      'migrator migrate --plan plan.json --user-map users.csv',
    ]);
    const [discover = []] = commandsForOwnHosts({ ...inDemo, options });
    expect(discover).not.toContain('--users');
  });

  it('say everything that was chosen', () => {
    const options = {
      ...plain.options,
      visibility: 'private',
      nameFrom: 'name',
      comments: 'folded',
      lfs: 'never',
      userMap: 'users.csv',
      existing: 'overwrite',
      workers: 8,
    } as const;
    const selection = { include: [], exclude: [], isListed: true };
    expect(lines({ ...plain, isDeep: true, selection, options, config: 'c.yaml' })).toEqual([
      'migrator discover --workspace acme --deep --repositories list.txt --output inv.json --force --config c.yaml',
      'migrator plan --inventory inv.json --target-org acme-gh --repositories list.txt --name-from name --visibility private --comments folded --lfs never --output plan.json --force',
      'migrator migrate --plan plan.json --workers 8 --overwrite --user-map users.csv --config c.yaml',
    ]);
  });

  it('leave pull requests out, and what exists as it is', () => {
    const options = { ...plain.options, pullRequests: false, existing: 'skip' } as const;
    const [, plan = '', migrate = ''] = lines({ ...plain, options });
    expect(plan).toContain('--no-pull-requests');
    expect(migrate).toBe('migrator migrate --plan plan.json --skip-existing');
  });

  it('read settings, and plan them with the same files', () => {
    const options = {
      ...plain.options,
      settings: true,
      follow: true,
      groups: 'groups.csv',
      userMap: 'users.csv',
    };
    const selection = { include: ['api'], exclude: [], isListed: false };
    const [discover, plan] = lines({ ...plain, options, selection, hasTeamMap: true });
    expect(discover).toBe(
      'migrator discover --workspace acme --include-settings --groups groups.csv --include api --output inv.json --force',
    );
    expect(plan).toBe(
      'migrator plan --inventory inv.json --target-org acme-gh --include api --team-map teams.csv --user-map users.csv --follow --output plan.json --force',
    );
  });

  it('read pipelines for a plan that converts them', () => {
    const options = { ...plain.options, convertPipelines: true };
    expect(lines({ ...plain, options })[0]).toContain('--include-pipelines');
  });

  it('name each renamed repository', () => {
    const renames = new Map([['api', 'core api']]);
    expect(lines({ ...plain, renames })[1]).toContain('--rename api=core api');
  });
});
