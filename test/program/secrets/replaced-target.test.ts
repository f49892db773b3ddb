import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Workplace } from '../../helpers/program/workplace.ts';
import { addTargetRepository, secretValues } from '../../helpers/secrets/target-secrets.ts';
import {
  fillAll,
  fromVault,
  openVariables,
  toVault,
} from '../../helpers/secrets/variables-place.ts';

const manifest = `organization_secrets:
  - {name: NPM_TOKEN, visibility: selected, repositories: [web]}
repositories:
  web:
    secrets: [{name: SECOND_FACTOR, source_name: 2FA, source: repository}]
    environments:
      New: [{name: DATABASE, source: workspace, source_name: HOST}]
`;
const files = ['--manifest', 'secrets.yaml'];
const scaffold = ['secrets', 'scaffold', '--target-org', 'acme', ...files];

let place: Workplace;
beforeEach(async () => {
  place = await openVariables();
  place.write('plan.json', place.plan('web'));
  place.write('secrets.yaml', manifest);
  expect((await place.run(['migrate', '--plan', 'plan.json'])).code).toBe(0);
});
afterEach(async () => {
  await place[Symbol.asyncDispose]();
});

describe('a target that was renamed, and whose name another repository has since', () => {
  it.each([
    { command: 'scaffold', args: scaffold },
    { command: 'scaffold --plan', args: [...scaffold, '--plan', 'plan.json'] },
    { command: 'sync-from-vault', args: [...fromVault, ...files] },
  ])('gets no secret from $command', async ({ args }) => {
    const { github } = place.sandbox;
    github.renameRepository('acme/web', 'moved');
    addTargetRepository(place.sandbox, 'web');
    await place.run(toVault);
    fillAll(place);
    const { code, stdout, stderr } = await place.run(args);
    expect(code).toBe(6);
    expect(stdout + stderr).toMatch(
      /acme\/web, created earlier by migration mig_\w+, no longer exists/,
    );
    expect(secretValues(place.sandbox)).toEqual({});
    const { id = 0 } = github.findRepository('acme/web') ?? {};
    expect(github.secrets.environmentsOf(id).size).toBe(0);
  });

  it('is created again by the command that the refusal names, once its name is free', async () => {
    const { github } = place.sandbox;
    github.renameRepository('acme/web', 'moved');
    addTargetRepository(place.sandbox, 'web');
    const { stdout, stderr } = await place.run([...scaffold, '--plan', 'plan.json']);
    const [, command = ''] = /with migrator (migrate .*?) NAME/.exec(stdout + stderr) ?? [];
    github.renameRepository('acme/web', 'theirs');
    const again = await place.run([...command.split(' '), 'web', '--yes']);
    expect({ code: again.code, stderr: again.stderr }).toMatchObject({ code: 0 });
    expect((await place.run([...scaffold, '--plan', 'plan.json'])).code).toBe(0);
  });

  it('gets them while the name leads to it', async () => {
    expect((await place.run([...scaffold, '--plan', 'plan.json'])).code).toBe(0);
    expect(Object.keys(secretValues(place.sandbox))).toEqual([
      ...['NPM_TOKEN', 'web SECOND_FACTOR', 'web New DATABASE'],
    ]);
  });
});
