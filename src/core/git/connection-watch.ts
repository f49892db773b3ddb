import { connect } from 'node:net';
import { MigratorError } from '../errors.ts';
import type { GitNetwork } from './git-settings.ts';

export interface ConnectionWatch {
  /** Aborted, with a MigratorError as its reason, when the host could not be reached in time. */
  readonly signal: AbortSignal;
  stop(): void;
}

/**
 * Git has no time-out for making a connection (curl's own is five minutes). So while git starts, this tries to
 * reach the same address, and only if nobody answers in time the signal is aborted. A refusal is left to git to
 * tell. With exceptions from the proxy it is not known which way git goes, and nothing is watched.
 */
export function watchConnection(options: {
  url: string;
  network: Pick<GitNetwork, 'proxy' | 'noProxy' | 'connectTimeoutSeconds'>;
}): ConnectionWatch {
  const { url, network } = options;
  const controller = new AbortController();
  const { proxy, noProxy, connectTimeoutSeconds } = network;
  if (proxy !== null && (noProxy !== null || !URL.canParse(proxy))) {
    return { signal: controller.signal, stop: () => undefined };
  }
  const { protocol, hostname, port, host } = new URL(proxy ?? url);
  const socket = connect({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port),
  });
  const timer = setTimeout(() => {
    socket.destroy();
    controller.abort(notReached(host, connectTimeoutSeconds));
  }, connectTimeoutSeconds * 1000);
  function stop(): void {
    clearTimeout(timer);
    socket.destroy();
  }
  socket.on('connect', stop);
  socket.on('error', stop);
  return { signal: controller.signal, stop };
}

function notReached(host: string, seconds: number): MigratorError {
  return new MigratorError(
    'unavailable',
    `${host} could not be reached within ${seconds} seconds`,
    {
      hint: 'Raise `network.connect_timeout`, check HTTPS_PROXY, and resume.',
      retry: 'yes',
    },
  );
}
