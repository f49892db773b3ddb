import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseHcl } from '../../helpers/parse-hcl.ts';
import { openWorkplace } from '../../helpers/program/workplace.ts';
import { newestMigration } from '../../helpers/repositories/migration-fixture.ts';
import { addSettings } from '../../helpers/settings/settings-place.ts';
import { share } from '../../helpers/share.ts';

const exported = share(async () => {
  const place = await openWorkplace();
  await addSettings(place, 'web');
  expect((await place.run(['migrate', '--plan', 'plan.json'])).code).toBe(0);
  const id = await newestMigration(place);
  const ended = await place.run(['export', 'terraform', '--migration', id, '--output', 'tf']);
  return { place, id, ended, [Symbol.asyncDispose]: () => place[Symbol.asyncDispose]() };
});

const names = ['main.tf', 'teams.tf', 'repositories.tf', 'rulesets.tf'];

describe('export terraform', () => {
  it('writes what is on GitHub, each with the id that it has there', async () => {
    const { place, ended } = await exported.get();
    expect([ended.code, ended.stderr]).toEqual([
      0,
      expect.stringContaining('Wrote 4 files with 9 imports into tf for 1 repository'),
    ]);
    const files = await Promise.all(
      names.map((name) => parseHcl(name, readFileSync(join(place.folder, 'tf', name), 'utf8'))),
    );
    const ids = files.flatMap(({ import: all = [] }) => all as { id: string }[]);
    const number = /^\d+$/.exec(ids[0]?.id ?? '')?.[0];
    expect(ids.map(({ id }) => id.replace(/^web:\d+$/, 'web:ruleset'))).toEqual([
      ...[number, `${number}:jane`, `${number}:bob`],
      ...['web', `${number}:web`, 'web:jane', 'web/SHOP-'],
      ...['web:ruleset', 'web:ruleset'],
    ]);
  });

  it('holds neither a token nor the address of a webhook', async () => {
    const { place } = await exported.get();
    const all = names.map((name) => readFileSync(join(place.folder, 'tf', name), 'utf8')).join();
    const { DST_TOKEN, SRC_API_TOKEN } = place.sandbox.environment;
    for (const secret of [DST_TOKEN, SRC_API_TOKEN, 'ci.example']) {
      expect(secret).toBeTruthy();
      expect(all).not.toContain(secret);
    }
  });

  it('replaces no file unasked, and writes the same again', async () => {
    const { place, id } = await exported.get();
    const read = () => names.map((name) => readFileSync(join(place.folder, 'tf', name), 'utf8'));
    const before = read();
    const args = ['export', 'terraform', '--migration', id, '--output', 'tf'];
    const refused = await place.run(args);
    expect([refused.code, refused.stderr]).toEqual([3, expect.stringContaining('main.tf')]);
    const { code, stdout } = await place.run([...args, '--force', '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ type: 'terraform-written', repositories: 1 });
    expect(read()).toEqual(before);
  });
});
