import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openWorkplace, type Workplace } from '../../../helpers/program/workplace.ts';
import { git, makeRepository, refsOf } from '../../../helpers/repositories/git-fixture.ts';
import { hostCopy } from '../../../helpers/repositories/host-copy.ts';

let place: Workplace;
beforeEach(async () => {
  place = await openWorkplace();
});
afterEach(async () => {
  await place[Symbol.asyncDispose]();
});

const runArguments = ['migrate', '--plan', 'plan.json', '--workers', '1', '-vv'];

/** The folder of the one mirror. */
function mirrorOf(): string {
  const work = join(place.folder, 'state', 'work');
  const [migration = ''] = readdirSync(work);
  const [mirror = ''] = readdirSync(join(work, migration));
  return join(work, migration, mirror);
}

describe('a local copy that somebody removed a part of', () => {
  it.each(['HEAD', 'objects/pack', '.'])('(%s) is fetched again by a resume', async (part) => {
    const { sandbox } = place;
    await hostCopy(sandbox.bitbucket, { slug: 'api', from: makeRepository(place.folder, 'api') });
    place.write('plan.json', place.plan('api'));
    const running = place.start(runArguments);
    await running.until('api: create: created');
    running.child.kill('SIGKILL');
    await running.ended;
    rmSync(join(mirrorOf(), part), { recursive: true });
    const { code, stdout } = await place.run(runArguments);
    expect(stdout).toContain('1 done, 0 skipped, 0 failed');
    expect(code).toBe(0);
    const target = sandbox.github.gitDirectory(`${sandbox.organization}/api`);
    expect(refsOf(target)).toBe(refsOf(sandbox.bitbucket.gitDirectory('api')));
  });
});

describe('an LFS object that the source has lost', () => {
  it('is found out before anything is made on the target', async () => {
    const { sandbox } = place;
    const from = makeRepository(place.folder, 'art');
    const oid = 'c0ffee'.padEnd(64, '0');
    writeFileSync(join(from, '.gitattributes'), '*.bin filter=lfs diff=lfs merge=lfs -text\n');
    writeFileSync(
      join(from, 'a.bin'),
      `version https://git-lfs.github.com/spec/v1\noid sha256:${oid}\nsize 1234\n`,
    );
    const withoutFilter = [
      '-c',
      'filter.lfs.process=',
      '-c',
      'filter.lfs.clean=cat',
      '-c',
      'filter.lfs.required=false',
    ];
    git(from, ...withoutFilter, 'add', '.');
    git(from, ...withoutFilter, 'commit', '-q', '-m', 'Art');
    await hostCopy(sandbox.bitbucket, { slug: 'art', from });
    place.write('plan.json', place.plan('art'));
    const { code, stdout } = await place.run(runArguments);
    expect(code).toBe(6);
    expect(stdout).toContain(oid.slice(0, 12));
    expect(sandbox.github.repositories).toHaveLength(0);
  });
});
