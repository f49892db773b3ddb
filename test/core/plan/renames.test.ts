import { describe, expect, it } from 'vitest';
import { resolveTargetNames } from '../../../src/core/hosts/github/names/repository-name.ts';
import { parseRenames, resolveNames } from '../../../src/core/plan/renames.ts';

function resolve(slugs: readonly string[], renames: Readonly<Record<string, string>>) {
  const repositories = slugs.map((slug) => ({ slug, wanted: slug }));
  const given = { repositories, renames: new Map(Object.entries(renames)), resolveTargetNames };
  return resolveNames(given).map(({ target, problem }) => [target, problem]);
}

describe('parseRenames', () => {
  it('reads slug and name', () => {
    expect([...parseRenames(['api=core-api', 'web=a=b'])]).toEqual([
      ['api', 'core-api'],
      ['web', 'a=b'],
    ]);
  });

  it.each([['api'], ['=x'], ['api='], ['']])('refuses %j', (text) => {
    expect(() => parseRenames([text])).toThrow('is not <slug>=<name>');
  });

  it('refuses two names for one repository', () => {
    expect(() => parseRenames(['api=a', 'api=b'])).toThrow('renames a repository twice');
  });
});

describe('resolveNames', () => {
  it('keeps the others as they would be, and gives the name back that is free', () => {
    expect(resolve(['api', 'web'], { api: 'core', web: 'api' })).toEqual([
      ['core', null],
      ['api', null],
    ]);
  });

  it('names the repository that has the name, whatever its case', () => {
    expect(resolve(['api', 'web'], { api: 'WEB' })).toEqual([
      ['WEB', 'web already has this name'],
      ['web', null],
    ]);
    expect(resolve(['api', 'web'], { api: 'x', web: 'X' })).toEqual([
      ['x', null],
      ['X', 'api already has this name'],
    ]);
  });

  it('refuses a name that the target would change', () => {
    const [[, problem] = []] = resolve(['api'], { api: 'core api' });
    expect(problem).toBe(
      'not a valid name: use core-api (GitHub allows only letters, digits, ".", "_" and "-")',
    );
  });
});
