import fc from 'fast-check';
import { createBitbucketCloud } from '../../../src/core/hosts/bitbucket-cloud/bitbucket-cloud.ts';
import { createGitHub } from '../../../src/core/hosts/github/github.ts';
import type { Variables } from '../../../src/core/kernel/environment.ts';
import type { HttpServices } from '../../../src/core/network/http/http-request.ts';
import { createMemoryRateLimitStore } from '../../../src/core/network/rate-limit/rate-limit-store.ts';
import { createNetwork } from '../../../src/core/network/tls-proxy/network.ts';
import { readTargetCredentials } from '../../../src/core/ports/credentials/target-credentials.ts';
import { createVirtualClock } from '../../core/network/support/virtual-clock.ts';
import { readCloudCredentials } from '../../helpers/secrets/cloud-access.ts';
import type { Between, ChangeAnswer } from './between.ts';
import type { Family } from './family.ts';
import { complaintsAboutThrown } from './judge.ts';
import { type AnswerChange, answerChange, changeAnswer } from './mutate/mutate-answer.ts';
import type { PortCall } from './record-calls.ts';
import { atMost } from './world.ts';

interface PortCase {
  readonly call: number;
  readonly changes: readonly AnswerChange[];
  /** Which answer of the call: all from there on, where it stays so. */
  readonly number: number;
  readonly stays: boolean;
}

export interface Hosts {
  readonly source: Between;
  readonly target: Between;
  readonly 'source-git': Between;
  readonly 'target-git': Between;
  readonly elsewhere: { readonly origin: string; readonly came: number };
  readonly environment: Variables;
}

const hour = 3_600_000;
/** More pages than any list of the scene has. */
const mostPages = 200;

/** Answers of both hosts to every request that the engine makes, changed on their way. */
export function portFamily(hosts: Hosts, calls: readonly PortCall[]): Family<PortCase> {
  return {
    name: 'host answers',
    share: 24,
    cases: fc.record({
      call: fc.nat(calls.length - 1),
      changes: fc.array(answerChange, { minLength: 1, maxLength: 2 }),
      number: fc.constantFrom(0, 0, 0, 1, 2),
      stays: fc.boolean(),
    }),
    describe: (one) => `${nameOf(calls[one.call])} ${fc.stringify(one)}`,
    async run(one) {
      const call = calls[one.call];
      if (call === undefined) return [];
      const came = hosts.elsewhere.came;
      const betweens = betweensOf(hosts, call);
      for (const between of betweens) between.begin('replay', changeAnswers(one, hosts.elsewhere));
      const complaints = await callAndJudge(hosts, call);
      const requests = sumOf(betweens, 'requests');
      if (requests > 300) complaints.push(`it took ${requests} requests`);
      if (hosts.elsewhere.came > came) complaints.push('it went to another host');
      return complaints;
    },
  };
}

/** One answer, or all from there on, is changed on its way. */
export function changeAnswers(
  one: Pick<PortCase, 'number' | 'stays' | 'changes'>,
  elsewhere: { readonly origin: string },
): ChangeAnswer {
  return (answer, number, asked) =>
    number === one.number || (one.stays && number > one.number)
      ? one.changes.reduce(
          (changed, change) =>
            changeAnswer(changed, change, { asked, elsewhere: elsewhere.origin }),
          answer,
        )
      : answer;
}

/** LFS is asked for at the Git address. */
function betweensOf(hosts: Hosts, { host }: PortCall): readonly Between[] {
  return [hosts[host], hosts[`${host}-git`]];
}

function sumOf(betweens: readonly Between[], what: 'requests' | 'strangers'): number {
  return betweens.reduce((sum, between) => sum + between[what], 0);
}

/** Calls that, with nothing changed, ask for what was never answered: the cases of such a call would prove nothing. */
export async function callsWithoutAnswers(
  hosts: Hosts,
  calls: readonly PortCall[],
): Promise<readonly string[]> {
  const without: string[] = [];
  for (const call of calls) {
    const betweens = betweensOf(hosts, call);
    for (const between of betweens) between.begin('replay', null);
    await callAndJudge(hosts, call);
    const isAnswered = sumOf(betweens, 'requests') > 0 && sumOf(betweens, 'strangers') === 0;
    if (!isAnswered) without.push(nameOf(call));
  }
  return without;
}

function nameOf(call: PortCall | undefined): string {
  return `${call?.host}.${call?.name}`;
}

async function callAndJudge(hosts: Hosts, call: PortCall): Promise<string[]> {
  const clock = createVirtualClock(Date.now());
  const network = await createNetwork({
    env: {},
    caFiles: [],
    connectTimeoutSeconds: 5,
    readTimeoutSeconds: 5,
  });
  const services: HttpServices = {
    network,
    clock,
    random: () => 0.5,
    userAgent: 'migrator/0',
    rateLimitStore: createMemoryRateLimitStore(),
    onWait: () => {},
    log: () => {},
  };
  const stop = new AbortController();
  const names = [
    ...betweensOf(hosts, call).map(({ origin }) => origin.replace('http://', '')),
    'acme',
    'web',
  ];
  const complaints: string[] = [];
  try {
    const ended = await atMost(
      30_000,
      perform(portOf(hosts, call, services), call, stop.signal).then((value) => ({ value })),
    );
    if (ended === null) complaints.push('it did not end within 30 s');
    else complaints.push(...strangeIn(ended.value));
  } catch (thrown) {
    complaints.push(...complaintsAboutThrown(thrown, names));
  } finally {
    stop.abort();
    await network.close();
  }
  const waited = clock.sleeps.reduce((sum, milliseconds) => sum + milliseconds, 0);
  if (waited > 24 * hour) complaints.push(`it waited ${Math.round(waited / hour)} hours`);
  return complaints;
}

function portOf({ environment }: Hosts, { host }: PortCall, services: HttpServices): object {
  return host === 'source'
    ? createBitbucketCloud({
        access: readCloudCredentials(environment, { usesGit: true }),
        services,
      })
    : createGitHub({ access: readTargetCredentials(environment), services });
}

/** Calls it, and reads a list to its end. */
async function perform(
  port: object,
  { name, given }: PortCall,
  signal: AbortSignal,
): Promise<unknown> {
  let receiver: unknown = port;
  let called: unknown = port;
  for (const part of name.split('.')) {
    receiver = called;
    called = (called as Record<string, unknown>)[part];
  }
  if (typeof called !== 'function') throw new Error(`there is no ${name}`);
  const options = given.map((one) => (typeof one === 'object' ? { ...one, signal } : one));
  const result: unknown = await Reflect.apply(called, receiver, options);
  if (typeof result !== 'object' || result === null || !(Symbol.asyncIterator in result))
    return result;
  const pages: unknown[] = [];
  for await (const page of result as AsyncIterable<unknown>) {
    pages.push(page);
    if (pages.length > mostPages) throw new Error('the list has no end');
  }
  return pages;
}

/** Values that only a mistake makes of what came. */
function strangeIn(value: unknown): string[] {
  if (typeof value === 'number' && !Number.isFinite(value)) return [`a result holds ${value}`];
  if (typeof value === 'string' && /\[object \w+\]|Invalid Date/.test(value))
    return [`a result holds ${value.slice(0, 50)}`];
  if (value instanceof Map || value instanceof Set)
    return [...value].flatMap((one) => strangeIn(one));
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value)
    .flatMap((one) => strangeIn(one))
    .slice(0, 3);
}
