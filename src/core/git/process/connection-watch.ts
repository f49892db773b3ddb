import { connect } from 'node:net';
import { isLoopback } from '../../kernel/base-url.ts';
import { MigratorError } from '../../kernel/errors.ts';
import type { ReachWatch } from '../../network/tls-proxy/forwarder.ts';
import type { GitNetwork } from './git-settings.ts';

/**
 * Git has no time-out for making a connection (curl's own is five minutes). So while git starts, this tries to
 * reach the same address, and only if nobody answers in time the signal is aborted. A refusal is left to git to
 * tell. Where git goes through the forwarder, that one knows more, a refusal included.
 */
export function watchConnection(options: {
  url: string;
  network: Pick<GitNetwork, 'forwarder' | 'connectTimeoutSeconds'>;
}): ReachWatch {
  const { forwarder, connectTimeoutSeconds } = options.network;
  const { protocol, hostname, port, host } = new URL(options.url);
  if (forwarder !== null && !isLoopback(hostname)) return forwarder.watch(options.url);
  const controller = new AbortController();
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
