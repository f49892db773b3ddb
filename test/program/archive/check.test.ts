import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { smallArchive } from '../../core/archive/small-archive.ts';
import { undocumented } from '../../helpers/documented-output.ts';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';

describe('archive check', () => {
  let place: Workplace;
  beforeAll(async () => {
    place = await openWorkplace();
  });
  afterAll(() => place[Symbol.asyncDispose]());

  it('says what a whole archive holds, without a host or a credential', async () => {
    const path = await smallArchive(place.folder).write();
    const { code, stdout, stderr } = await place.runAlone(['archive', 'check', path], {
      SRC_TOKEN: undefined,
      DST_TOKEN: undefined,
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.replace(path, 'archive.tar.gz')).toBe(
      'archive.tar.gz: format 1.0.1, 1 repository, 1 pull request, 2 reviews, 1 review thread, ' +
        '1 review comment, 2 events, 2 users, 1 organization, 1 repository record\n\n' +
        'No problems found.\n',
    );
  });

  it('groups what is wrong, escapes what the archive says, and removes what it has unpacked', async () => {
    const folder = join(place.folder, 'broken');
    mkdirSync(folder);
    const archive = smallArchive(folder);
    Object.assign(archive.records.pull_requests?.[0] ?? {}, {
      user: 'https://bitbucket.org/\u202Egone\u0007',
      closed_at: null,
    });
    const path = await archive.write();
    const temporary = join(place.folder, 'temporary');
    mkdirSync(temporary, { mode: 0o700 });
    const environment = { TMPDIR: temporary };
    const { code, stdout } = await place.runAlone(['archive', 'check', path], environment);
    expect(code).toBe(6);
    const url = 'https://bitbucket.org/acme/web-shop/pull/1';
    expect(stdout.split('\n').slice(1)).toEqual([
      '',
      'References (1)',
      `  ✗ pull_requests_000001.json ${url}: user refers to https://bitbucket.org/\\u202egone\\u0007, which has no record`,
      '',
      'Pull request states (1)',
      `  ✗ pull_requests_000001.json ${url}: merged_at is set and closed_at is not`,
      '',
      '2 errors, 0 warnings.',
      '',
    ]);
    expect(readdirSync(temporary)).toEqual([]);
    const json = await place.run(['archive', 'check', path, '--json']);
    expect(undocumented(json.stdout)).toEqual([]);
    expect(JSON.parse(json.stdout)).toMatchObject({
      type: 'archive-check',
      outcome: 'broken',
      errors: 2,
      findings: [{ severity: 'error', kind: 'reference', record: url }, { kind: 'state' }],
    });
  });

  it.each([
    [['archive', 'check'], 2, 'archive check needs a file'],
    [['archive', 'check', 'missing.tar.gz'], 3, 'missing.tar.gz does not exist'],
  ])('refuses %j', async (args, code, message) => {
    const ended = await place.run(args);
    expect(ended.code).toBe(code);
    expect(ended.stderr).toContain(message);
  });

  it('has the help that its hint names', async () => {
    const { stdout } = await place.runAlone(['archive', 'check', '--help']);
    expect(stdout).toContain('migrator archive check <file>');
  });
});
