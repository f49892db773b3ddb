import { endedBy, MigratorError } from '../../kernel/errors.ts';
import { connectionError } from '../../network/tls-proxy/connection-errors.ts';
import type { LogLevel } from '../../ports/records/events.ts';
import type { GitAccess } from '../../ports/records/repository.ts';
import type { Advertisement } from '../protocol/advertisement.ts';
import { ProtocolError } from '../protocol/packets.ts';
import { openSmartHttp } from '../protocol/smart-http.ts';
import type { GitNetwork } from './git-settings.ts';

/** Names the host and repository whose refs are listed. */
export interface RefsCall {
  readonly access: GitAccess;
  readonly signal?: AbortSignal | undefined;
}

interface ListAdvertised extends RefsCall {
  /** Of the access, and allowed. */
  readonly url: URL;
  readonly network: GitNetwork['requests'];
  readonly log: (level: LogLevel, message: string, fields?: Record<string, unknown>) => void;
}

/** Returns what a host lists for a fetch, with one request and without git. */
export async function advertised(options: ListAdvertised): Promise<Advertisement> {
  const { access, url, network, log, signal = new AbortController().signal } = options;
  if (signal.aborted) throw endedBy(signal);
  log('debug', 'refs', { host: url.host, path: url.pathname });
  try {
    return await openSmartHttp({ network, access, signal }).advertised('git-upload-pack');
  } catch (thrown) {
    if (signal.aborted) throw endedBy(signal);
    if (thrown instanceof ProtocolError) throw thrown;
    const { error } = connectionError(thrown, url, network);
    if (error.code === 'interrupted') throw error;
    const message = `Listing refs in ${access.url}: ${error.message}`;
    throw new MigratorError(error.code, message, { ...error, cause: error.cause });
  }
}
