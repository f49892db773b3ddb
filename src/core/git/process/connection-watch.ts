import { connect } from 'node:net';
import { isLoopback } from '../../kernel/base-url.ts';
import { MigratorError } from '../../kernel/errors.ts';
import type { ReachWatch } from '../../network/tls-proxy/forwarder.ts';
import type { GitNetwork } from './git-settings.ts';

/**
 * Git has no time-out for connecting (curl's own is five minutes). So while git starts, this connects to the same
 * address, and aborts the signal if nobody answers in time. Git itself reports a refusal. Where git goes through the
 * forwarder, that one watches instead.
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
    port: Number(port) || (protocol === 'https:' ? 443 : 80),
  });
  const timer = setTimeout(() => {
    socket.destroy();
    controller.abort(
      new MigratorError(
        'unavailable',
        `${host} could not be reached within ${connectTimeoutSeconds} seconds`,
        {
          hint: 'Raise `network.connect_timeout`, check HTTPS_PROXY, and resume.',
        },
      ),
    );
  }, connectTimeoutSeconds * 1000);
  function stop(): void {
    clearTimeout(timer);
    socket.destroy();
  }
  socket.on('connect', stop);
  socket.on('error', stop);
  return { signal: controller.signal, stop };
}
