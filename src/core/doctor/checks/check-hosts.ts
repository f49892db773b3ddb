import type { Variables } from '../../kernel/environment.ts';
import { count, formatNumber } from '../../kernel/format/format.ts';
import type { Program } from '../../kernel/program.ts';
import type { BudgetView } from '../../network/budgets.ts';
import type { Plan } from '../../plan/plan-schema.ts';
import { readSourceCredentials } from '../../ports/credentials/source-credentials.ts';
import { readTargetCredentials } from '../../ports/credentials/target-credentials.ts';
import { stateFolder } from '../../state/state-folder.ts';
import type { DoctorTools } from '../findings/doctor-tools.ts';
import { type Finding, failed, pass, warn } from '../findings/finding.ts';
import { probeHost } from '../findings/probe-host.ts';
import { checkSourceSettings, checkTargetSettings } from './check-settings.ts';
import { checkSource } from './check-source.ts';
import { checkTarget } from './check-target.ts';

interface HostCheck {
  readonly app: DoctorTools;
  readonly program: Program;
  readonly plan: Plan | null;
  /** Settings are to be read and applied. */
  readonly settings: boolean;
  readonly signal: AbortSignal;
}

/** Both hosts: whether they are reached, by whom, and what may be done there. */
export async function* checkHosts(options: HostCheck): AsyncGenerator<Finding> {
  const { app, program, signal } = options;
  const { variables, network } = app;
  const { clock } = program;
  const ahead = new Map<string, number>();
  const sides = [
    { check: 'source', read: () => sourceAddresses(variables), ask: () => askSource(options) },
    {
      check: 'target',
      read: () => targetAddresses(variables),
      ask: () => askTarget(options),
    },
  ] as const;
  for (const { check, read, ask } of sides) {
    const { addresses, refusal } = addressesOf(read);
    if (refusal !== null) yield { ...refusal, check };
    if (addresses.length === 0) continue;
    let areReached = true;
    const userAgent = `migrator/${program.version}`;
    for (const url of byOrigin(addresses)) {
      const probe = await probeHost({ check, network, url, clock, userAgent, signal });
      yield probe.finding;
      if (probe.ahead !== null) ahead.set(new URL(url).host, probe.ahead);
      areReached &&= probe.finding.status !== 'fail';
    }
    // What cannot be reached would fail in the same words once more.
    if (areReached) yield* await ask();
  }
  const skewed = clockFinding(ahead);
  if (skewed !== null) yield skewed;
}

/** An Enterprise Server has both at one, as a Data Center has. */
function byOrigin(addresses: readonly string[]): readonly string[] {
  const origins = new Map(addresses.map((address) => [new URL(address).origin, address]));
  return [...origins.values()];
}

function sourceAddresses(variables: Variables): readonly string[] {
  const access = readSourceCredentials(variables);
  return access.kind === 'bitbucket-cloud' ? [access.apiUrl, access.gitUrl] : [access.baseUrl];
}

function targetAddresses(variables: Variables): readonly string[] {
  const { apiUrl, gitUrl } = readTargetCredentials(variables);
  return [apiUrl, gitUrl];
}

function addressesOf(read: () => readonly string[]): {
  readonly addresses: readonly string[];
  readonly refusal: Finding | null;
} {
  try {
    return { addresses: read(), refusal: null };
  } catch (error) {
    return { addresses: [], refusal: failed('configuration', error) };
  }
}

async function askTarget(options: HostCheck): Promise<readonly Finding[]> {
  const { app, program, plan, settings, signal } = options;
  const findings = await checkTarget({
    ...{ app, plan, signal, now: program.clock.now() },
    stateFolder: stateFolder(program),
  });
  const isIn = findings[0]?.status === 'pass';
  const isWanted = settings || plan?.repositories.some((one) => one.settings !== undefined);
  return isIn && isWanted ? [...findings, ...(await checkTargetSettings(options))] : findings;
}

async function askSource(options: HostCheck): Promise<readonly Finding[]> {
  const { app, program, plan, signal } = options;
  const found = await checkSource({ app, variables: app.variables, plan, signal });
  const ofSettings = options.settings ? await checkSourceSettings(options) : [];
  const findings = [...found, ...ofSettings];
  const isIn = findings[0]?.status === 'pass';
  if (!isIn) return findings;
  const { hostname } = app.source({ usesGit: false });
  const budgets = await app.budgets();
  return [...findings, ...budgetFindings(budgets, { hostname, now: program.clock.now() })];
}

/** Returns what is left of the source's requests, as far as its answers and the notes of earlier runs show. Pure. */
function budgetFindings(
  budgets: readonly BudgetView[],
  { hostname, now }: { hostname: string; now: number },
): readonly Finding[] {
  return budgets
    .filter(({ host, name }) => host === hostname && name === 'requests an hour')
    .map(({ used, limit, resetAt, credentials = 1 }) => {
      const left = Math.max(0, limit - used);
      const whose = credentials === 1 ? '' : ` with ${credentials} credentials`;
      const message = `${formatNumber(left)} of ${count(limit, 'hourly request')} left on ${hostname}${whose}`;
      if (left > limit / 10) return pass('source-budget', message);
      const minutes = Math.max(1, Math.ceil(((resetAt ?? now) - now) / 60_000));
      return warn(
        'source-budget',
        message,
        `Wait about ${count(minutes, 'minute')}, or start now: a migration waits automatically.`,
      );
    });
}

/** Milliseconds. Times of both clocks show whether migrator created an object or found it. */
const tolerance = 60_000;

/**
 * How far this machine's clock is from the hosts'. Pure.
 * @param ahead milliseconds that each host is ahead
 */
function clockFinding(ahead: ReadonlyMap<string, number>): Finding | null {
  const [first, ...rest] = [...ahead].sort(([, one], [, other]) => Math.abs(other) - Math.abs(one));
  if (first === undefined) return null;
  const [host, milliseconds] = first;
  const seconds = Math.round(Math.abs(milliseconds) / 1000);
  if (Math.abs(milliseconds) <= tolerance) {
    const hosts = rest.length === 0 ? host : 'both hosts';
    return pass('clock', `This machine's clock matches ${hosts}`);
  }
  return warn(
    'clock',
    `This machine's clock is ${seconds} s ${milliseconds > 0 ? 'behind' : 'ahead of'} ${host}`,
    'Sync the clock (NTP): rate limits and retries depend on it.',
  );
}
