import { readdirSync, readFileSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeRepository } from '../helpers/git-fixture.ts';
import { hostCopy } from '../helpers/host-copy.ts';
import { openWorkplace, type Workplace } from '../helpers/workplace.ts';

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

/** A token as it is, and as it stands in URLs, headers and JSON. */
function formsOf(secret: string, username: string): string[] {
  const basic = Buffer.from(`${username}:${secret}`).toString('base64');
  return [secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64'), basic];
}

/** Every file below a folder but the hosts' own, also while it changes: what goes away meanwhile is left out. */
function filesBelow(folder: string): string[] {
  const entries = attempt(() => readdirSync(folder, { withFileTypes: true })) ?? [];
  return entries.flatMap((entry) => {
    if (entry.name === 'hosts') return [];
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(path) : entry.isFile() ? [path] : [];
  });
}

function attempt<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}

/**
 * What every process of this machine shows of its command line, and of its environment unless it is the program
 * itself: that one was given its credentials there, as a child has them for the instant before it becomes git.
 */
function processes(): string {
  const pids = readdirSync('/proc').filter(
    (name) => /^\d+$/.test(name) && Number(name) !== process.pid,
  );
  const texts = pids.flatMap((pid) => {
    const environment = attempt(() => readFileSync(`/proc/${pid}/environ`, 'latin1')) ?? '';
    const command = attempt(() => readFileSync(`/proc/${pid}/cmdline`, 'latin1')) ?? '';
    const isNode =
      attempt(() => readlinkSync(`/proc/${pid}/exe`)) === realpathSync(process.execPath);
    return isNode ? [command] : [command, environment];
  });
  return texts.join('\n');
}

/** Where any of the forms stands just now. */
function look(options: { folder: string; forms: readonly string[] }): string[] {
  const { folder, forms } = options;
  const files = filesBelow(folder);
  const texts = files.map(
    (path) => [path, attempt(() => readFileSync(path, 'latin1')) ?? ''] as const,
  );
  return [['the process list', processes()] as const, ...texts]
    .filter(([, text]) => forms.some((form) => text.includes(form)))
    .map(([where]) => where);
}

describe.runIf(process.platform === 'linux')('a token', () => {
  it('is in no process list, state, log, Git configuration, temporary file or output of a run at -vvv', async () => {
    const { sandbox, folder } = place;
    const { SRC_API_TOKEN, SRC_USERNAME, DST_TOKEN } = sandbox.environment;
    const forms = [
      ...formsOf(SRC_API_TOKEN, SRC_USERNAME),
      ...formsOf(SRC_API_TOKEN, 'x-bitbucket-api-token-auth'),
      ...formsOf(DST_TOKEN, 'x-access-token'),
    ];
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
    const hits = new Set<string>();
    let looks = 0;
    let isOver = false;
    const ended = running.ended.finally(() => {
      isOver = true;
    });
    while (!isOver) {
      for (const hit of look({ folder, forms })) hits.add(hit);
      looks += 1;
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
    const { code, stdout, stderr } = await ended;
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
    const files = filesBelow(folder);
    const holding = files.filter((path) => readFileSync(path, 'latin1').includes(DST_TOKEN));
    expect(holding).toEqual([]);
  });
});
