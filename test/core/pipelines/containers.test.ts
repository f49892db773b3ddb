import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { convertPipelines } from '../../../src/core/pipelines/convert-pipelines.ts';
import type { Converted } from '../../../src/core/pipelines/workflow/converted.ts';

interface Job {
  readonly container: { readonly image: string; readonly volumes?: unknown };
  readonly steps: readonly {
    readonly name?: string;
    readonly uses?: string;
    readonly run?: string;
    readonly with?: Readonly<Record<string, string>>;
    readonly env?: Readonly<Record<string, string>>;
  }[];
}

function convert(text: string): Converted {
  const result = convertPipelines({ text, path: 'bitbucket-pipelines.yml' });
  if (!('converted' in result)) throw new Error(result.refusal.message);
  return result.converted;
}

function jobOf({ workflows }: Converted): Job {
  const [job] = Object.values(parse(workflows[0]?.text ?? '').jobs);
  return job as Job;
}

function messagesOf({ findings }: Converted): readonly string[] {
  return findings.filter(({ grade }) => grade !== 'exact').map(({ message }) => message);
}

const step = (image: string, script: string) =>
  convert(`image: ${image}\npipelines: {default: [{step: {script: [${JSON.stringify(script)}]}}]}`);

describe('the container of a job', () => {
  it.each([
    ['ubuntu:18.04', true],
    ['ubuntu:20.04', false],
    ['docker.io/library/debian:9-slim', true],
    ['centos:7', true],
    ['node:10.15.3', true],
    ['node:14', false],
    ['node:10-alpine', false],
    ['node:10-buster', false],
    ['python:2.7.15', true],
    ['python:3.7.3', true],
    ['python:3.7.4', false],
    ['python:3.12', false],
    ['ruby:2.3.1', true],
    ['php:7.1', false],
    ['amazon/aws-cli:2.15.0', true],
    ['amazon/aws-cli:2.31.0', false],
    ['java:8', true],
    ['java:8-jdk-alpine', false],
    ['maven:3.3.9-jdk-8', true],
    ['maven:3.9', false],
    ['microsoft/dotnet:2.1-sdk', true],
    ['mcr.microsoft.com/dotnet/core/sdk:2.2', true],
    ['mcr.microsoft.com/dotnet/core/sdk:2.2-alpine', false],
    ['mcr.microsoft.com/dotnet/sdk:8.0', false],
    ['golang:1.11', true],
    ['golang:1.21', false],
    ['openjdk:8-jdk-stretch', true],
    ['atlassian/default-image', true],
    ['atlassian/default-image:2', true],
    ['atlassian/default-image:4', false],
    ['acme/ubuntu:18.04-tools', false],
  ])('says of %s whether actions do not start in it: %s', (image, isTooOld) => {
    const found = messagesOf(step(image, 'make')).filter((one) => one.includes('glibc 2.28'));
    expect(found).toHaveLength(isTooOld ? 1 : 0);
  });

  it("takes a newer image in the place of Bitbucket's default one, and says so once", () => {
    const converted = convert(
      'pipelines:\n  default: [{step: {script: [make]}}, {step: {script: [make]}}]',
    );
    expect(jobOf(converted).container.image).toBe('atlassian/default-image:4');
    expect(converted.findings).toMatchObject([{ grade: 'changed', construct: 'image', line: 1 }]);
    const [{ advice = '' } = {}] = converted.findings;
    expect(advice).toContain('docker run atlassian/default-image:latest');
  });

  it('gets a Docker client that starts in any image', () => {
    const job = jobOf(
      convert(
        'image: alpine:3.8\npipelines: {default: [{step: {services: [docker], script: [docker ps]}}]}',
      ),
    );
    expect(job.container).toEqual({ image: 'alpine:3.8' });
    const [client, prepare] = job.steps;
    expect(client?.uses).toMatch(/^docker:\/\/docker:/);
    expect(client?.with).toEqual({
      entrypoint: 'cp',
      args: '-r /usr/local/bin/docker /usr/local/libexec/docker/cli-plugins /github/home',
    });
    expect(prepare?.run).toContain('echo "/github/home" >> "$GITHUB_PATH"');
  });

  it('is none for Docker without an image, and the finding says so', () => {
    const converted = convert(
      'pipelines: {default: [{step: {services: [docker], script: [docker ps]}}]}',
    );
    expect(jobOf(converted).container).toBeUndefined();
    expect(messagesOf(converted)).toEqual([
      "The job runs on the runner itself, with the runner's tools and Docker",
    ]);
  });

  it.each([
    ['alpine:3.20', 'arm', 1],
    ['node:22-alpine', 'arm', 1],
    ['node:22', 'arm', 0],
    ['alpine:3.20', 'x86', 0],
  ])('of %s on %s is one that actions may not start in', (image, arch, findings) => {
    const text = `image: ${image}\noptions: {runtime: {cloud: {arch: ${arch}}}}\npipelines: {default: [{step: {script: [make]}}]}`;
    const found = messagesOf(convert(text)).filter((one) => one.includes('on ARM runners'));
    expect(found).toHaveLength(findings);
  });

  it('says of a user that cannot write where actions write', () => {
    const text = (user: string) =>
      messagesOf(
        convert(
          `image: {name: a/b:1, run-as-user: ${user}}\npipelines: {default: [{step: {script: [make]}}]}`,
        ),
      );
    expect(text('1000')).toEqual(["User 1000 cannot write to the folders of GitHub's own runners"]);
    expect(text('1001')).toEqual([]);
  });

  it('has the folder that Bitbucket clones to where a script, a cache or a pipe names it', () => {
    const folder = '/opt/atlassian/pipelines/agent/build';
    const { steps } = jobOf(
      convert(`
image: node:22
definitions: {caches: {deep: ${folder}/deep/node_modules}}
pipelines:
  default:
    - step:
        caches: [deep]
        script:
          - rm -rf ${folder}/old
          - pipe: atlassian/scp-deploy:1.2.1
            variables: {LOCAL_PATH: '${folder}/dist/*'}
`),
    );
    const named = (name: string) => steps.find((one) => one.name === name);
    expect(named('Prepare the container')?.run).toContain(`ln -sfn "$GITHUB_WORKSPACE" ${folder}`);
    expect(named('Cache deep')?.with?.path).toBe('deep/node_modules');
    expect(named('atlassian/scp-deploy:1.2.1')?.env?.LOCAL_PATH).toBe('/github/workspace/dist/*');
    const other = jobOf(step('node:22', 'make')).steps.find(({ run }) => run?.includes('HOME'));
    expect(other?.run).not.toContain(folder);
  });
});

describe('scripts that log in by SSH', () => {
  const found = (script: string) =>
    messagesOf(step('node:22', script)).filter((message) => message.includes('SSH key'));

  it.each([
    'ssh deploy@host.example ls',
    'scp -r dist deploy@host.example:/srv',
    'cd dist && rsync -az . deploy@host.example:/srv',
    'git clone git@git.example:acme/tools.git',
  ])('miss the key of the repository: %s', (script) => {
    expect(found(script)).toHaveLength(1);
  });

  it.each(['rsync-deploy', 'scp-deploy', 'sftp-deploy', 'ssh-run'])(
    'miss it in the pipe %s',
    (pipe) => {
      const text = `image: node:22\npipelines: {default: [{step: {script: [{pipe: 'atlassian/${pipe}:1.0.0'}]}}]}`;
      expect(messagesOf(convert(text))).toEqual([
        `The pipe atlassian/${pipe} needs Bitbucket's SSH key and known hosts; GitHub has none`,
      ]);
    },
  );

  it.each([
    'rsync -a src/ dist/',
    'echo ssh is not used',
    'ssh -i key.pem deploy@host.example ls',
    'echo "$KEY" > ~/.ssh/id_rsa; ssh deploy@host.example ls',
    'sshpass -p "$PASSWORD" ssh deploy@host.example ls',
    'git clone https://git.example/acme/tools.git',
  ])('bring their own, or use none: %s', (script) => {
    expect(found(script)).toEqual([]);
  });
});

describe('a top-level key that holds an anchor', () => {
  it('is converted where aliases refer to it; another unknown key is lost', () => {
    const { findings } = convert(
      'build: &build\n  script: [make]\nother: 1\nimage: node:22\npipelines: {default: [{step: {<<: *build}}]}',
    );
    expect(findings).toMatchObject([
      { grade: 'exact', construct: 'build' },
      { grade: 'lost', construct: 'other' },
    ]);
  });
});
