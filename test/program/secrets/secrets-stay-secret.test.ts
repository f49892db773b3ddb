import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';
import { makeRepository } from '../../helpers/repositories/git-fixture.ts';
import { hostCopy } from '../../helpers/repositories/host-copy.ts';
import { filesBelow, formsOf, scanUntil } from '../../helpers/secrets/token-scan.ts';

let place: Workplace;
beforeEach(async () => {
  place = await openWorkplace();
  for (const slug of ['one', 'two']) {
    await hostCopy(place.sandbox.bitbucket, { slug, from: makeRepository(place.folder, slug) });
  }
  place.write('plan.json', place.plan('one', 'two'));
});
afterEach(async () => {
  await place[Symbol.asyncDispose]();
});

describe.runIf(process.platform === 'linux')('a token', () => {
  it('is in no process list, state, log, Git configuration, temporary file or output of a run at -vvv', async () => {
    const { sandbox, folder } = place;
    const { SRC_API_TOKEN, DST_TOKEN } = sandbox.environment;
    const forms = [...formsOf(SRC_API_TOKEN), ...formsOf(DST_TOKEN)];
    // Slow answers, so that there is something to look at while git talks to either host.
    sandbox.faults.add({ host: 'bitbucket-git', times: 4, action: { kind: 'slow', ms: 150 } });
    sandbox.faults.add({ host: 'github-git', times: 4, action: { kind: 'slow', ms: 150 } });
    // The program's own temporary files lie apart, so that nobody else's are searched.
    place.write('tmp-marker', '');
    const running = place.start(
      ['migrate', '--plan', 'plan.json', '-vvv', '--log-file', 'run.log', '--workers', '1'],
      {
        TMPDIR: folder,
      },
    );
    const { hits, looks } = await scanUntil(running.ended, { folder, forms });
    const { code, stdout, stderr } = await running.ended;
    expect(code).toBe(0);
    expect(looks).toBeGreaterThan(3);
    for (const form of forms) expect(stdout + stderr).not.toContain(form);
    expect([...hits]).toEqual([]);
    expect(readFileSync(join(folder, 'run.log'), 'utf8')).toContain('"type":"run-finished"');
    expect(statSync(join(folder, 'run.log')).mode & 0o777).toBe(0o600);
  });
});

describe('a token that a host echoes', () => {
  it.each([
    ['lines', []],
    ['JSON', ['--json']],
  ] as const)('is shown in no %s and kept in no state', async (_, flags) => {
    const { sandbox, folder } = place;
    const { DST_TOKEN } = sandbox.environment;
    const body = JSON.stringify({ message: `The token ${DST_TOKEN} may not do this` });
    sandbox.faults.add({
      host: 'github',
      method: 'POST',
      times: 2,
      action: { kind: 'status', status: 403, body },
    });
    const failed = await place.run([
      'migrate',
      '--plan',
      'plan.json',
      '-vvv',
      '--log-file',
      'run.log',
      ...flags,
    ]);
    expect(failed.code).toBe(6);
    sandbox.faults.add({
      host: 'github',
      path: /\/user$/,
      action: { kind: 'status', status: 403, body },
    });
    const refused = await place.run(['migrate', '--plan', 'plan.json', ...flags]);
    expect(refused.code).toBe(4);
    const status = await place.run(['status', '--list', '--json']);
    const texts = [failed, refused, status].map(({ stdout, stderr }) => stdout + stderr);
    expect(texts.join('')).toContain('[redacted]');
    expect(texts.join('')).not.toContain(DST_TOKEN);
    const files = filesBelow(folder).filter((path) => !path.includes('/hosts/'));
    const holding = files.filter((path) => readFileSync(path, 'latin1').includes(DST_TOKEN));
    expect(holding).toEqual([]);
  });
});
