import { describe, expect, it } from 'vitest';
import { type ErrorCode, MigratorError, withSilence } from '../../../../src/core/kernel/errors.ts';
import type { MigrationContext } from '../../../../src/core/replica/context/migration-context.ts';
import { waitForHosts } from '../../../../src/core/run/control/wait-for-hosts.ts';
import { createHandClock, settled } from '../../clocks.ts';

const minute = 60_000;
const failed = new MigratorError('unavailable', 'the fetch broke off', { retry: 'yes' });

const never = new Promise<never>(() => {});

interface Answers {
  /** A host that takes requests and gives no answer, until they are given up. */
  hangs?: string;
  /** Time that counts as the beginning. */
  silentSince?: number;
  outageMilliseconds?: number;
  source: () => ErrorCode | null;
  target: () => ErrorCode | null;
  /** Of a Git address, by its path. */
  git?: (path: string) => ErrorCode | null;
  repositories?: readonly string[];
}

function abortOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () =>
      reject(new MigratorError('interrupted', 'Interrupted', { retry: 'yes' })),
    );
  });
}

/** @param answers what the hosts give, by the time since the beginning */
function start(answers: Answers) {
  const asked: string[] = [];
  const clock = createHandClock();
  const waits: { host: string; milliseconds: number }[] = [];
  const stop = new AbortController();
  const host = (hostname: string, answer: () => ErrorCode | null) => ({
    hostname,
    async verifyCredentials({ signal }: { signal: AbortSignal }) {
      if (answers.hangs === hostname) await Promise.race([never, abortOf(signal)]);
      const code = answer();
      if (code !== null) throw new MigratorError(code, `${hostname} says ${code}`);
    },
    gitAccess: ({ slug, name }: { slug?: string; name?: string }) => ({
      url: `https://git.${hostname}/acme/${slug ?? name}.git`,
      credential: { username: 'x', password: 'y' },
    }),
  });
  const names = answers.repositories ?? ['broken', 'one', 'two', 'three'];
  const context = {
    source: host('source.example', answers.source),
    target: host('target.example', answers.target),
    owner: { login: 'acme' },
    plan: {
      source: { workspace: 'acme' },
      repositories: names.map((name) => ({ source: name, target: name })),
    },
    clock,
    waitingClock: clock,
    outageMilliseconds: answers.outageMilliseconds ?? 15 * minute,
    reportWait: (wait: { until: number; host: string }) =>
      waits.push({ host: wait.host, milliseconds: wait.until - clock.now() }),
  } as unknown as MigrationContext;
  const ended = waitForHosts({
    context,
    repository: 'broken',
    error: answers.silentSince === undefined ? failed : withSilence(failed, answers.silentSince),
    signal: stop.signal,
    async listRefs({ url }) {
      const { hostname, pathname } = new URL(url);
      asked.push(`${hostname}${pathname}`);
      const code = answers.git?.(`${hostname}${pathname}`) ?? null;
      if (code !== null) throw new MigratorError(code, `${hostname} says ${code}`);
    },
  });
  return { clock, waits, stop, ended, asked };
}

const fine = () => null;

describe('sitOutOutage', () => {
  it('waits for nothing while both hosts answer, whatever they answer', async () => {
    const { ended, waits } = start({ source: fine, target: () => 'credentials' });
    expect(await ended).toBe('answers');
    expect(waits).toEqual([]);
  });

  it('keeps looking through ten minutes without a network, telling every wait, and goes on', async () => {
    let gone = true;
    const silent = () => (gone ? 'unavailable' : null);
    const { clock, ended, waits } = start({ source: silent, target: silent });
    await settled();
    await clock.pass(10 * minute);
    gone = false;
    await clock.pass(minute);
    expect(await ended).toBe('over');
    expect(waits.slice(0, 5).map(({ milliseconds }) => milliseconds)).toEqual([
      5000, 10_000, 20_000, 40_000, 60_000,
    ]);
    expect(waits.every(({ host }) => host === 'source.example')).toBe(true);
  });

  it('names the host that is silent, and gives up in the end for the whole run', async () => {
    const { clock, ended, waits } = start({ source: fine, target: () => 'unavailable' });
    const outcome = expect(ended).rejects.toMatchObject({
      code: 'unavailable',
      retry: 'fatal',
      message: 'target.example has not responded for 15m 00s',
      detail: 'the fetch broke off',
      hint: expect.stringContaining('resume'),
    });
    await settled();
    await clock.pass(16 * minute);
    await outcome;
    expect(waits.reduce((sum, { milliseconds }) => sum + milliseconds, 0)).toBe(15 * minute);
  });

  it('waits for a Git address that answers for no repository, while the rest of its host does', async () => {
    let gone = true;
    const git = (path: string) =>
      gone && path.startsWith('git.target.example') ? 'unavailable' : null;
    const { clock, ended, waits, asked } = start({ source: fine, target: fine, git });
    await settled();
    expect(waits.map(({ host }) => host)).toEqual(['git.target.example']);
    expect(asked).toEqual([
      'git.source.example/acme/one.git',
      'git.target.example/acme/one.git',
      'git.target.example/acme/two.git',
      'git.target.example/acme/three.git',
    ]);
    gone = false;
    await clock.pass(minute);
    expect(await ended).toBe('over');
  });

  it.each<[string, ErrorCode | null]>([
    ['answers for another repository', null],
    ['says that another repository is not there', 'not-found'],
    ['refuses another repository', 'permission'],
  ])('leaves the failure to the one repository where the Git address %s', async (_, other) => {
    const git = (path: string) => (path.endsWith('/one.git') ? 'unavailable' : other);
    const { ended, waits } = start({ source: fine, target: fine, git });
    expect(await ended).toBe('answers');
    expect(waits).toEqual([]);
  });

  it('asks for three repositories of a long plan, from all over it', async () => {
    const repositories = ['broken', ...Array.from({ length: 1000 }, (_, index) => `r${index}`)];
    const git = (path: string) => (/r(0|500)\.git/.test(path) ? 'unavailable' : null);
    const { ended, asked } = start({ source: fine, target: fine, git, repositories });
    expect(await ended).toBe('answers');
    expect(asked.slice(0, 3).map((path) => path.split('/').at(-1))).toEqual([
      'r0.git',
      'r500.git',
      'r999.git',
    ]);
  });

  it('can say nothing about a Git address where the plan has no other repository', async () => {
    const alone = { source: fine, target: fine, git: () => 'unavailable' as const };
    const { ended, asked } = start({ ...alone, repositories: ['broken'] });
    expect(await ended).toBe('answers');
    expect(asked).toEqual([]);
  });

  it('counts from the first request that got no answer', async () => {
    const silent = () => 'unavailable' as const;
    const { ended } = start({ source: silent, target: silent, silentSince: -20 * minute });
    await expect(ended).rejects.toMatchObject({ code: 'unavailable', retry: 'fatal' });
  });

  it('ends a question that hangs when the time is up', async () => {
    const { ended } = start({
      source: fine,
      target: fine,
      hangs: 'target.example',
      outageMilliseconds: 1000,
      silentSince: -2000,
    });
    await expect(ended).rejects.toMatchObject({
      code: 'unavailable',
      retry: 'fatal',
      message: expect.stringContaining('target.example has not responded for'),
    });
  });

  it('ends with the run', async () => {
    const { stop, ended } = start({ source: () => 'unavailable', target: fine });
    await settled();
    const reason = new MigratorError('interrupted', 'Interrupted');
    stop.abort(reason);
    await expect(ended).rejects.toBe(reason);
  });
});
