import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { commandAt } from '../../src/cli/flags/find-command.ts';
import { parseFlags } from '../../src/cli/flags/parse-flags.ts';
import { commands } from '../../src/cli/registry.ts';

const root = join(import.meta.dirname, '../..');
const executable = '#!/bin/sh\necho 0.1.0\n';
const digest = createHash('sha256').update(executable).digest('hex');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'migrator-action-'));
  for (const name of ['path', 'output']) writeFileSync(join(folder, name), '');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A server of releases, on which every executable is the same. */
async function openReleases(sums: string) {
  const server = createServer(({ url = '' }, response) => {
    const isKnown = url.startsWith('/v0.1.0/');
    response.writeHead(isKnown ? 200 : 404);
    response.end(isKnown ? (url.endsWith('/SHA256SUMS') ? sums : executable) : '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => void server.close(),
  };
}

async function install(environment: Record<string, string>) {
  const child = spawn('bash', [join(root, 'scripts/action/install.sh')], {
    env: {
      ...{ PATH: process.env.PATH, RUNNER_TEMP: folder, VERSION: '0.1.0' },
      ...{ GITHUB_PATH: join(folder, 'path'), GITHUB_OUTPUT: join(folder, 'output') },
      ...environment,
    },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  }
  const code = await new Promise((resolve) => child.on('close', resolve));
  const path = readFileSync(join(folder, 'path'), 'utf8').trim();
  return { code, said, isInstalled: path !== '' && existsSync(join(path, 'migrator')) };
}

describe('the action', () => {
  it('installs what has the checksum of the workflow', async () => {
    await using releases = await openReleases('');
    const { code, said, isInstalled } = await install({
      RELEASES_URL: releases.url,
      SHA256: digest,
    });
    expect(code, said).toBe(0);
    expect(isInstalled).toBe(true);
  });

  it('installs what has the checksum of the release where the workflow names none', async () => {
    const names = ['linux-amd64', 'linux-arm64', 'darwin-amd64', 'darwin-arm64'];
    const sums = names.map((name) => `${digest}  gh-migrator-${name}\n`).join('');
    await using releases = await openReleases(sums);
    expect(await install({ RELEASES_URL: releases.url })).toMatchObject({
      code: 0,
      isInstalled: true,
    });
  });

  it.each([
    ['has another checksum', { SHA256: '0'.repeat(64) }, 'has SHA-256'],
    ['has no checksum at all', {}, 'not one that SHA256SUMS names'],
    ['is not there', { VERSION: '9.9.9', SHA256: digest }, 'Cannot download'],
    ['has a version that is a path', { VERSION: '../v0.1.0', SHA256: digest }, 'is not a release'],
  ])('installs nothing that %s', async (_what, environment, words) => {
    await using releases = await openReleases('');
    const { code, said, isInstalled } = await install({
      RELEASES_URL: releases.url,
      ...environment,
    });
    expect(code).toBe(1);
    expect(said).toContain(words);
    expect(isInstalled).toBe(false);
    expect(said).not.toMatch(/^0\.1\.0$/m);
  });

  it('hands its inputs to the script by variables alone', () => {
    const { runs } = parse(readFileSync(join(root, 'action.yml'), 'utf8'));
    for (const { run } of runs.steps) expect(run).not.toContain('${{');
  });
});

describe('the example workflows', () => {
  it.each(['plan-from-issue', 'migrate', 'verify-nightly'])(
    '%s runs commands that exist',
    (name) => {
      const { jobs } = parse(readFileSync(join(root, `docs/actions/${name}.yml`), 'utf8')) as {
        jobs: Record<string, { steps: readonly { run?: string }[] }>;
      };
      const lines = Object.values(jobs)
        .flatMap(({ steps }) => steps.flatMap(({ run = '' }) => run.split('\n')))
        .filter((line) => line.startsWith('migrator '));
      expect(lines.length).toBeGreaterThan(0);
      for (const line of lines) {
        const words = line.replaceAll('"', '').split(' ').slice(1);
        const found = commandAt(commands, words);
        if (found === undefined) throw new Error(`no command: ${line}`);
        parseFlags(found.command, found.rest);
      }
    },
  );
});
