import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { undocumented } from '../../helpers/documented-output.ts';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';

const text = `image: node:20
pipelines:
  default:
    - step:
        name: Test
        caches: [node, docker]
        script: [npm test]
  branches:
    main:
      - step: {name: Deploy, trigger: manual, deployment: production, script: ['./deploy.sh $TOKEN']}
`;

describe('pipelines convert', () => {
  let place: Workplace;
  beforeAll(async () => {
    place = await openWorkplace();
  });
  afterAll(() => place[Symbol.asyncDispose]());

  /** A clone with a pipeline file. */
  function clone(name: string, content = text): string {
    const folder = join(place.folder, name);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'bitbucket-pipelines.yml'), content);
    return folder;
  }

  it('prints what would be written, and what changes, without a host or a credential', async () => {
    const path = join(clone('printed'), 'bitbucket-pipelines.yml');
    const { code, stdout, stderr } = await place.runAlone(['pipelines', 'convert', path], {
      SRC_TOKEN: undefined,
      DST_TOKEN: undefined,
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.replace(path, 'FILE').split('\n')).toEqual([
      'FILE converts to 2 workflows:',
      '  .github/workflows/default.yml',
      '  .github/workflows/branch-main.yml',
      '',
      'Lost (1)',
      expect.stringMatching(
        /^ {2}line 6 → default\.yml:\d+: GitHub does not cache layers of Docker images$/,
      ),
      '    Use docker buildx with --cache-to type=gha.',
      '',
      'Changed (1)',
      expect.stringMatching(
        /^ {2}line 10 → branch-main\.yml:\d+: A reviewer of the environment production must approve this step before it runs$/,
      ),
      '    Add required reviewers to it, then set the variable MANUAL_STEPS to protected.',
      '',
      'Create these secrets or variables: TOKEN',
      '',
      '14 constructs: 12 exact, 1 changed, 1 lost. 0 of 2 steps exact.',
      '',
      'Nothing written. Add --output to write.',
      '',
    ]);
    expect(existsSync(join(place.folder, 'printed/.github'))).toBe(false);
  });

  it('writes workflows, leaves the input alone, and replaces nothing without --force', async () => {
    const folder = clone('written');
    const args = ['pipelines', 'convert', folder, '--output', folder];
    expect((await place.run(args)).code).toBe(0);
    const workflow = readFileSync(join(folder, '.github/workflows/default.yml'), 'utf8');
    expect(workflow).toContain('# Converted from bitbucket-pipelines.yml, line 3, by migrator.');
    expect(readFileSync(join(folder, 'bitbucket-pipelines.yml'), 'utf8')).toBe(text);
    const again = await place.run(args);
    expect(again.code).toBe(3);
    expect(again.stderr).toContain('already exists');
    expect((await place.run([...args, '--force'])).code).toBe(0);
  });

  it('converts the clones of a folder, and reports those that it cannot read', async () => {
    clone('clones/one');
    clone('clones/two', 'pipelines: [');
    const output = join(place.folder, 'out');
    const folder = join(place.folder, 'clones');
    const { code, stdout } = await place.run(['pipelines', 'convert', folder, '--output', output]);
    expect(code).toBe(6);
    expect(stdout).toContain('two/bitbucket-pipelines.yml: It is not valid YAML');
    expect(existsSync(join(output, 'one/.github/workflows/default.yml'))).toBe(true);
  });

  it('prints eleven checks with --check, and everything with --json', async () => {
    const folder = clone('checked');
    const checked = await place.run(['pipelines', 'convert', folder, '--check']);
    expect(checked.stdout).toContain('Checks: 11 of 11 passed');
    const json = await place.run(['pipelines', 'convert', folder, '--check', '--json']);
    expect(undocumented(json.stdout)).toEqual([]);
    expect(JSON.parse(json.stdout)).toMatchObject({
      type: 'pipelines-converted',
      files: [{ refusal: null, coverage: { lost: 1, exact_steps: 0 }, variables: ['TOKEN'] }],
    });
  });

  it.each([
    [['pipelines', 'convert'], 2, 'pipelines convert needs a file or folder'],
    [['pipelines', 'convert', 'missing.yml'], 3, 'missing.yml does not exist'],
  ])('refuses %j', async (args, code, message) => {
    const ended = await place.run(args);
    expect(ended.code).toBe(code);
    expect(ended.stderr).toContain(message);
  });

  it('refuses a file that is no YAML, and a folder without one', async () => {
    const broken = await place.run(['pipelines', 'convert', clone('broken', 'a: &a [*a, *b]')]);
    expect(broken.code).toBe(3);
    expect(broken.stderr).toContain('bitbucket-pipelines.yml');
    mkdirSync(join(place.folder, 'empty'));
    const none = await place.run(['pipelines', 'convert', join(place.folder, 'empty')]);
    expect(none.code).toBe(3);
    expect(none.stderr).toContain('has no bitbucket-pipelines.yml');
  });

  it('has the help that its hint names', async () => {
    const { stdout } = await place.runAlone(['pipelines', 'convert', '--help']);
    expect(stdout).toContain('migrator pipelines convert <path>');
  });
});
