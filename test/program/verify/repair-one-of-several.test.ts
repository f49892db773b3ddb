import { describe, expect, it } from 'vitest';
import { openWorkplace } from '../../helpers/program/workplace.ts';
import { git, refsOf } from '../../helpers/repositories/git-fixture.ts';
import { addRepositories, newestMigration } from '../../helpers/repositories/migration-fixture.ts';

describe('verify --repair of one repository of several', () => {
  it('compares only that one again, and reports all', async () => {
    await using place = await openWorkplace();
    await addRepositories(place, 'one', 'two');
    expect((await place.run(['migrate', '--plan', 'plan.json'])).code).toBe(0);
    const verify = ['verify', '--migration', await newestMigration(place), '--repair', '--json'];
    const { github, requests } = place.sandbox;
    const target = github.findRepository('acme/one')?.directory ?? '';
    const refs = refsOf(target);
    const [, tag] = /(refs\/tags\/\S+)/.exec(refs) ?? [];
    git(target, 'update-ref', '-d', tag ?? '');
    const before = requests.length;
    const { code, stdout, stderr } = await place.run(verify);
    expect(code, stderr).toBe(0);
    expect(refsOf(target)).toBe(refs);
    const reads = requests.slice(before).filter(({ method }) => method === 'GET');
    const listsOf = (name: string) =>
      reads.filter(({ path }) => path === `/acme/${name}.git/info/refs`);
    expect(listsOf('one').length).toBeGreaterThan(1);
    expect(listsOf('two')).toHaveLength(1);
    const { repositories, counts } = JSON.parse(stdout);
    expect(repositories.map(({ source }: { source: string }) => source)).toEqual(['one', 'two']);
    expect(counts).toMatchObject({ defects: 0 });
  });
});
