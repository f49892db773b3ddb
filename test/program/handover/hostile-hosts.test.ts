import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { openBetween } from '../../faults/inputs/between.ts';
import { canary, hostileAddresses, hostileNames } from '../../helpers/hostile/hostile-texts.ts';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';
import { git } from '../../helpers/repositories/git-fixture.ts';
import { addRepositories, newestMigration } from '../../helpers/repositories/migration-fixture.ts';
import { share } from '../../helpers/share.ts';

const slugs = hostileAddresses.map((_, index) => `web-${index}`);

/** A migration to a host that gives each repository, and its newest pull request, another hostile address. */
async function migrated(): Promise<Workplace & { readonly id: string }> {
  const place = await openWorkplace();
  await using between = await openBetween(place.sandbox.environment.DST_API_URL);
  await addRepositories(place, ...slugs);
  between.begin('pass-on', (answer) => {
    const text = answer.body.toString('utf8');
    const changed = text.replace(/"html_url":"[^"]*\/web-(\d+)"/g, (_, index: string) => {
      return `"html_url":${JSON.stringify(hostileAddresses[Number(index)])}`;
    });
    return { ...answer, body: Buffer.from(changed) };
  });
  const { code, stderr } = await place.run(['migrate', '--plan', 'plan.json'], {
    DST_API_URL: between.origin,
  });
  expect(stderr).not.toContain('failed');
  expect(code).toBe(0);
  const id = await newestMigration(place);
  expect((await place.run(['remotes', '--migration', id, '--output', 'out'])).code).toBe(0);
  return Object.assign(place, { id });
}

const shared = share(migrated);
let place: Awaited<ReturnType<typeof migrated>>;
let base: string;
beforeEach(async () => {
  place = await shared.get();
  base = `${place.sandbox.environment.DST_GIT_URL}/${place.sandbox.organization}`;
}, 120_000);

function read(name: string): string {
  return readFileSync(join(place.folder, 'out', name), 'utf8');
}

describe('what is written about a host that gives hostile addresses', () => {
  it('has a script that runs nothing of them, and leads each clone to the configured host', () => {
    const work = join(place.folder, 'work');
    mkdirSync(work);
    const source = `${place.sandbox.environment.SRC_GIT_URL}/${place.sandbox.workspace}`;
    for (const slug of slugs) {
      execFileSync('git', ['init', '-q', join(work, slug)]);
      git(join(work, slug), 'remote', 'add', 'origin', `${source}/${slug}.git`);
    }
    execFileSync('sh', [join(place.folder, 'out', 'remotes.sh'), '.'], { cwd: work });
    const urls = slugs.map((slug) => git(join(work, slug), 'remote', 'get-url', 'origin').trim());
    expect(urls).toEqual(slugs.map((slug) => `${base}/${slug}.git`));
    expect(existsSync(join(work, canary))).toBe(false);
  });

  it('has rules for git that git reads as addresses alone', () => {
    const file = join(place.folder, 'out', 'gitconfig');
    const listed = execFileSync('git', ['config', '-z', '--list', '--file', file], {
      encoding: 'utf8',
    });
    const keys = listed
      .split('\0')
      .flatMap((entry) => (entry === '' ? [] : [entry.split('\n')[0]]));
    expect(keys.length).toBeGreaterThan(slugs.length);
    for (const key of keys) expect(key).toMatch(/^url\.(http:\/\/|git@)[\w.:/-]+\.git\.insteadof$/);
  });

  it('has a script for PowerShell whose table holds plain addresses alone', () => {
    const table = /\$moves = @\{\r\n([\s\S]*?)\r\n\}/.exec(read('remotes.ps1'))?.[1] ?? '';
    const rows = table.split('\r\n');
    expect(rows).toHaveLength(slugs.length);
    for (const row of rows)
      expect(row).toMatch(/^ {2}'[\w./-]+' = @\('[\w.:/-]+', 'git@[\w.:/-]+'\)$/);
  });

  it('has a list of owners with one row a repository', () => {
    const rows = read('owners.csv').trimEnd().split('\n').slice(1);
    expect(rows).toHaveLength(slugs.length);
    for (const row of rows) expect(row).toMatch(/^http:[\w.:/-]+,http:[\w.:/-]+,,,$/);
  });

  it('has a report in HTML without their markup, and one line of JSON', async () => {
    const verified = await place.run([
      'verify',
      '--migration',
      place.id,
      '--output',
      'report.html',
      '--json',
    ]);
    expect(verified.code).toBe(0);
    const html = readFileSync(join(place.folder, 'report.html'), 'utf8');
    expect(html).not.toMatch(/<script>alert|javascript:|evil\.example/);
    for (const line of verified.stdout.trimEnd().split('\n')) JSON.parse(line);
    expect(verified.stdout).not.toContain('evil.example');
  });

  it('refuses each hostile name as another name of the source', async () => {
    for (const name of hostileNames) {
      const args = ['remotes', '--migration', place.id, '--output', 'other', `--alias=${name}`];
      expect([name, (await place.run(args)).code]).toEqual([name, 2]);
    }
    expect(existsSync(join(place.folder, 'other'))).toBe(false);
  });
});

it('refuses to lead clones to another host than that of the migration', async () => {
  const { code, stderr } = await place.run(['remotes', '--migration', place.id, '--output', 'b'], {
    DST_API_URL: 'https://ghe.acme.example/api/v3',
    DST_GIT_URL: 'https://ghe.acme.example',
  });
  expect([code, stderr]).toEqual([3, expect.stringContaining('https://ghe.acme.example')]);
});
