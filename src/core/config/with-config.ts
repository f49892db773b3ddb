import { isLoopback } from '../kernel/base-url.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Variables } from '../kernel/environment.ts';
import type { Program } from '../kernel/program.ts';
import type { TargetHost } from '../ports/target-host.ts';
import type { Config } from './config-schema.ts';

const defaults = { settleSeconds: 15, settleSecondsOnLoopback: 1, outageSeconds: 900 };

/** Nobody waits for a limit to end in a run that is to end itself: every sleep ends with it. */
export function drainingClock({ clock, drain }: Program): Clock {
  return {
    now: clock.now,
    sleep(milliseconds, signal) {
      return clock.sleep(
        milliseconds,
        signal === undefined ? drain : AbortSignal.any([signal, drain]),
      );
    },
  };
}

/**
 * Puts the file's values below the environment's. Of the target that goes for all of its addresses: where the
 * environment names an Enterprise Server, an address of the file would send its token elsewhere.
 */
export function withConfig(environment: Variables, config: Config): Variables {
  const file: Variables = {
    SRC_API_URL: config.source?.api_url,
    SRC_GIT_URL: config.source?.git_url,
    ...(isSet(environment.SRC_TOKEN)
      ? { SRC_DATA_CENTER_URL: config.source?.data_center_url }
      : {}),
    ...(isSet(environment.DST_ENTERPRISE_URL) ? {} : targetOf(environment, config)),
    DST_WRITE_INTERVAL: config.network?.write_interval?.toString(),
    MIGRATOR_DATABASE_URL: config.state?.url,
    MIGRATOR_LICENSE_SERVICE_URL: config.license?.service_url,
    MIGRATOR_NOTIFY_WEBHOOK: config.notify?.webhook,
    MIGRATOR_TELEMETRY_URL: config.telemetry?.endpoint,
  };
  const set = Object.entries(environment).filter(([, value]) => isSet(value));
  return { ...file, ...Object.fromEntries(set) };
}

function targetOf(environment: Variables, { target }: Config): Variables {
  const isNamed = isSet(environment.DST_API_URL) || isSet(environment.DST_GIT_URL);
  return {
    DST_API_URL: target?.api_url,
    DST_GIT_URL: target?.git_url,
    ...(isNamed ? {} : { DST_ENTERPRISE_URL: target?.enterprise_url }),
  };
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== '';
}

/**
 * How long a lost answer may take to show its work: on loopback as the file says, elsewhere never less than the default, as
 * what is looked for too early is created twice.
 */
export function settleSeconds(config: Config, { hostname }: Pick<TargetHost, 'hostname'>): number {
  const { settleSeconds: elsewhere, settleSecondsOnLoopback } = defaults;
  const name = new URL(`https://${hostname}`).hostname;
  const set = config.network?.settle_seconds;
  return isLoopback(name) ? (set ?? settleSecondsOnLoopback) : Math.max(set ?? 0, elsewhere);
}

/** How long a host may be silent before a run ends. */
export function outageSeconds(config: Config): number {
  return config.network?.outage_seconds ?? defaults.outageSeconds;
}
