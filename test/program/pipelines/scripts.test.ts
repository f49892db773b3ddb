import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { convertPipelines } from '../../../src/core/pipelines/convert-pipelines.ts';

interface Step {
  readonly name?: string;
  readonly id?: string;
  readonly run?: string;
  readonly uses?: string;
}

interface Job {
  readonly steps: readonly Step[];
}

/** The jobs of the first workflow of a file. */
function jobsOf(text: string): Readonly<Record<string, Job>> {
  const result = convertPipelines({ text, path: 'bitbucket-pipelines.yml' });
  if (!('converted' in result)) throw new Error(result.refusal.message);
  return parse(result.converted.workflows[0]?.text ?? '').jobs;
}

describe('scripts of converted workflows', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'migrator-scripts-'));
    for (const name of ['work', 'temporary']) mkdirSync(join(folder, name));
    writeFileSync(join(folder, 'env'), '');
    writeFileSync(join(folder, 'output'), '');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** Runs a script as the runner does in a container: with sh, and with what earlier steps put into the environment. */
  function run(script: string, environment: Readonly<Record<string, string>> = {}) {
    const file = join(folder, 'script.sh');
    writeFileSync(file, script);
    return spawnSync('sh', ['-e', file], {
      cwd: join(folder, 'work'),
      encoding: 'utf8',
      env: {
        PATH: process.env.PATH,
        GITHUB_WORKSPACE: join(folder, 'work'),
        GITHUB_ENV: join(folder, 'env'),
        GITHUB_OUTPUT: join(folder, 'output'),
        RUNNER_TEMP: join(folder, 'temporary'),
        ...collected(),
        ...environment,
      },
    });
  }

  /** Reads $GITHUB_ENV as the runner does. */
  function collected(): Readonly<Record<string, string>> {
    const text = readFileSync(join(folder, 'env'), 'utf8');
    const values: Record<string, string> = {};
    for (const [, name = '', end, block, value] of text.matchAll(
      /^(\w+)(?:<<(.*)\n([\s\S]*?)\n\2|=(.*))$/gm,
    )) {
      values[name] = (end === undefined ? value : block) ?? '';
    }
    return values;
  }

  function git(...args: readonly string[]): void {
    const identity = ['-c', 'user.name=a', '-c', 'user.email=a@example.com'];
    const ended = spawnSync('git', [...identity, ...args], {
      cwd: join(folder, 'work'),
      encoding: 'utf8',
    });
    expect(ended.stderr === '' || ended.status === 0, ended.stderr).toBe(true);
  }

  function write(path: string, text = 'x'): void {
    mkdirSync(dirname(join(folder, 'work', path)), { recursive: true });
    writeFileSync(join(folder, 'work', path), text);
  }

  it("have the home folder of the image's user, and a checkout that git trusts", () => {
    const { 'step-1': job } = jobsOf(
      'image: alpine\npipelines: {default: [{step: {script: [make]}}]}',
    );
    const prepare = job?.steps.find(({ name }) => name === 'Prepare the container')?.run ?? '';
    const home = join(folder, 'home');
    mkdirSync(home);
    const ofUser = prepare.replace('eval echo "~$(id -un 2> /dev/null)"', `echo ${home}`);
    expect(ofUser).not.toBe(prepare);
    expect(ofUser).toContain(home);
    expect(run(ofUser, { HOME: '/github/home' }).status).toBe(0);
    expect(collected()).toEqual({ HOME: home });
    expect(readFileSync(join(home, '.gitconfig'), 'utf8')).toContain(join(folder, 'work'));
    const line = 'eval echo "~$(id -un 2> /dev/null)"';
    expect(run(line, { HOME: '/github/home' }).stdout.trim()).toBe(userInfo().homedir);
  });

  it('are prepared in an image without git, whose user has no home folder or no name', () => {
    const { 'step-1': job } = jobsOf(
      'image: alpine\npipelines: {default: [{step: {services: [docker], script: [ls /opt/atlassian/pipelines/agent/build]}}]}',
    );
    const prepare = job?.steps.find(({ name }) => name === 'Prepare the container')?.run ?? '';
    const PATH = tools({ id: 'echo 1001; exit 1', mkdir: 'exit 1', ln: 'exit 1' });
    const environment = { PATH, HOME: '/github/home', GITHUB_PATH: join(folder, 'path') };
    const { status, stderr } = run(prepare, environment);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(collected()).toEqual({});
    expect(readFileSync(join(folder, 'path'), 'utf8')).toBe('/github/home\n');
  });

  it('run in bash itself where sh is bash under another name', () => {
    const { 'step-1': job } = jobsOf(
      'image: fedora\npipelines: {default: [{step: {script: [shopt -o posix || true]}}]}',
    );
    const script = job?.steps.find(({ name }) => name === 'Script')?.run ?? '';
    const PATH = `${tools({ sh: null })}:${process.env.PATH}`;
    symlinkSync('/bin/bash', join(folder, 'tools', 'sh'));
    expect(run(script, { PATH }).stdout.trim()).toMatch(/^posix\s+off$/);
  });

  /** A folder with scripts that stand for commands, and a shell. */
  function tools(commands: Readonly<Record<string, string | null>>): string {
    const place = join(folder, 'tools');
    mkdirSync(place);
    if (commands.sh !== null) symlinkSync('/bin/sh', join(place, 'sh'));
    for (const [name, body] of Object.entries(commands)) {
      if (body === null) continue;
      writeFileSync(join(place, name), `#!/bin/sh\n${body}\n`);
      chmodSync(join(place, name), 0o755);
    }
    return place;
  }

  it('keep variables and the folder across a pipe, whatever the values hold', () => {
    const { 'step-1': job } = jobsOf(`
image: alpine
pipelines:
  default:
    - step:
        script:
          - mkdir -p deep
          - export MESSAGE="it's \\"two\\"
            lines"
          - cd deep
          - pipe: atlassian/slack-notify:2.0.0
          - pwd
          - printf '%s' "$MESSAGE"
`);
    const [first, second] = (job?.steps ?? []).filter(({ name }) => name?.startsWith('Script'));
    expect(run(first?.run ?? '').status).toBe(0);
    expect(collected()).toMatchObject({ SCRIPT_FOLDER: join(folder, 'work/deep') });
    const ended = run(second?.run ?? '');
    expect(ended.stdout).toBe(`${join(folder, 'work/deep')}\nit's "two" lines`);
  });

  it('expand values of a pipe that only a shell can expand', () => {
    const { 'step-1': job } = jobsOf(`
image: alpine
pipelines:
  default:
    - step:
        script:
          - pipe: atlassian/slack-notify:2.0.0
            variables:
              MESSAGE: "\${NAME:0:3} \\"said\\" $(echo it)"
`);
    const expand = job?.steps.find(({ name }) => name === 'Expand values for the pipe');
    expect(run(expand?.run ?? '', { NAME: 'abcdef' }).status).toBe(0);
    expect(collected()).toEqual({ PIPE_MESSAGE: 'abc "said" it' });
  });

  it('leave variables undefined that the repository does not have, and stop at the first failure', () => {
    const { 'step-1': job } = jobsOf(`
image: alpine
pipelines:
  default:
    - step:
        script:
          - echo "\${TOKEN-undefined}" "\${OTHER-undefined}" "$BITBUCKET_CLONE_DIR"
          - "false"
          - echo never
        after-script:
          - echo $BITBUCKET_EXIT_CODE
`);
    const script = job?.steps.find(({ name }) => name === 'Script');
    const ended = run(script?.run ?? '', { TOKEN: '', OTHER: 'given' });
    expect(ended.stdout).toBe(`undefined given ${join(folder, 'work')}\n`);
    expect(ended.status).toBe(1);
    expect(collected()).toEqual({ SCRIPT_EXIT_CODE: '1' });
  });

  it('use bash where the image has it, without pipefail', () => {
    const { 'step-1': job } = jobsOf(`
image: debian
pipelines:
  default:
    - step:
        script:
          - list=(a b); echo "\${list[1]}"
          - "false | true"
          - echo end
`);
    const script = job?.steps.find(({ name }) => name === 'Script');
    expect(run(script?.run ?? '').stdout).toBe('b\nend\n');
  });

  it('warn, and do not fail the job, where the image lacks a tool to pack or unpack artifacts', () => {
    const jobs = jobsOf(`
image: amazonlinux:2023
pipelines:
  default:
    - step: {name: Build, script: [make], artifacts: ['*.txt']}
    - step: {name: Use, script: [make]}
`);
    const step = (job: string, name: string) =>
      jobs[job]?.steps.find((one) => one.name === name)?.run ?? '';
    const PATH = tools({ grep: 'exit 1', gzip: 'exit 1', sed: 'exit 1', rm: 'exec /bin/rm "$@"' });
    write('a.txt');
    write('migrator-artifacts/001-artifacts-build.tgz');
    const packed = run(step('build', 'Pack artifacts'), { PATH });
    expect(packed).toMatchObject({
      ...{ status: 0, stderr: '' },
      stdout: expect.stringMatching(
        /^::warning::Artifacts are not packed: the image has no find\./,
      ),
    });
    const unpacked = run(step('use', 'Unpack artifacts'), { PATH });
    expect(unpacked).toMatchObject({
      ...{ status: 0, stderr: '' },
      stdout: expect.stringMatching(
        /^::warning::Artifacts are not unpacked: the image has no tar\./,
      ),
    });
    expect(existsSync(join(folder, 'work/migrator-artifacts'))).toBe(false);
  });

  it('hand on artifacts with their folders and modes', () => {
    const jobs = jobsOf(`
pipelines:
  default:
    - step:
        name: Build
        script: [make]
        artifacts:
          - dist/**
          - "reports/*.txt"
          - tool
    - step: {name: Use, script: [make]}
`);
    write('dist/deep/a b.js');
    write("dist/it's.js");
    write('reports/a.txt');
    write('reports/deep/b.txt');
    write('other.txt');
    write('tool');
    chmodSync(join(folder, 'work/tool'), 0o755);
    const pack = jobs.build?.steps.find(({ name }) => name === 'Pack artifacts');
    expect(run(pack?.run ?? '').stderr).toBe('');
    for (const name of ['dist', 'reports', 'tool', 'other.txt']) {
      rmSync(join(folder, 'work', name), { recursive: true });
    }
    const unpack = jobs.use?.steps.find(({ name }) => name === 'Unpack artifacts');
    expect(run(unpack?.run ?? '').stderr).toBe('');
    const here = (path: string) => existsSync(join(folder, 'work', path));
    const wanted = ['dist/deep/a b.js', "dist/it's.js", 'reports/a.txt', 'tool'];
    expect(wanted.filter((path) => !here(path))).toEqual([]);
    expect(['reports/deep/b.txt', 'other.txt', 'migrator-artifacts'].filter(here)).toEqual([]);
    expect(statSync(join(folder, 'work/tool')).mode & 0o777).toBe(0o755);
  });

  it('select steps by the files of the last commit, or of a pull request merged into its target', () => {
    const { select } = jobsOf(`
pipelines:
  default:
    - step: {name: Source, script: [make], condition: {changesets: {includePaths: ["src/**"], excludePaths: ["**/*.md"]}}}
    - step: {name: Docs, script: [make], condition: {changesets: {includePaths: ["docs/*.md", "*.md"]}}}
`);
    const script = select?.steps.find(({ id }) => id === 'select')?.run ?? '';
    const outputs = () => {
      writeFileSync(join(folder, 'output'), '');
      expect(run(script).stderr).toBe('');
      return readFileSync(join(folder, 'output'), 'utf8').trim().split('\n');
    };
    git('init', '-q', '-b', 'main');
    write('src/ü.ts');
    git('add', '.');
    git('commit', '-qm', 'first');
    expect(outputs()).toEqual(['source=true', 'docs=false']);
    write('src/read.md');
    write('README.md');
    git('add', '.');
    git('commit', '-qm', 'second');
    expect(outputs()).toEqual(['source=false', 'docs=true']);
    git('checkout', '-qb', 'topic', 'HEAD~1');
    write('src/b.ts');
    git('add', '.');
    git('commit', '-qm', 'third');
    write('docs/a.md');
    git('add', '.');
    git('commit', '-qm', 'fourth');
    git('checkout', '-q', 'main');
    git('merge', '-q', '--no-ff', '-m', 'merge', 'topic');
    expect(outputs()).toEqual(['source=true', 'docs=true']);
  });

  it('select a pipeline by its source branch, whatever the branch is called', () => {
    const { select } = jobsOf(`
pipelines:
  pull-requests:
    feature/*: [{step: {script: [make]}}]
    feature/x: [{step: {script: [make]}}]
`);
    const script = select?.steps.find(({ id }) => id === 'select')?.run ?? '';
    const selects = (branch: string) => {
      writeFileSync(join(folder, 'output'), '');
      expect(run(script, { SOURCE_BRANCH: branch }).status).toBe(0);
      return readFileSync(join(folder, 'output'), 'utf8').trim();
    };
    expect(selects('feature/a')).toBe('source-branch=true');
    expect(selects('feature/x')).toBe('source-branch=false');
    expect(selects('feature/a/b')).toBe('source-branch=false');
    expect(selects('$(touch hacked)"; touch hacked; "')).toBe('source-branch=false');
    expect(existsSync(join(folder, 'work/hacked'))).toBe(false);
  });
});
