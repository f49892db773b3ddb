import { MigratorError } from '../errors.ts';
import type { Answer } from '../network/answer.ts';
import { checkBaseUrl } from '../network/base-url.ts';
import { exchange } from '../network/exchange.ts';
import type { Network } from '../network/network.ts';

/** Bytes of an answer. */
const maxBodyBytes = 65_536;

/**
 * Asks the registration service for a Free license, which it sends by e-mail. Not repeated: a second mail is worse than none.
 * @throws `rate-limit`, `usage` where the service does not take the address, `unavailable` and what else keeps it from answering
 */
export async function requestLicense(options: {
  network: Network;
  serviceUrl: string;
  email: string;
  userAgent: string;
  signal: AbortSignal;
}): Promise<{ readonly host: string }> {
  const { network, serviceUrl, email, userAgent, signal } = options;
  const base = checkBaseUrl(serviceUrl, 'MIGRATOR_LICENSE_SERVICE_URL or license.service_url');
  const url = new URL(`${base}/registrations`);
  const asked = await exchange(network, {
    method: 'POST',
    url,
    headers: {
      'content-type': 'application/json',
      'user-agent': userAgent,
      accept: 'application/json',
    },
    body: JSON.stringify({ email }),
    maxBodyBytes,
    expects: 'json',
    signal,
  });
  if (asked.outcome === 'lost') throw asked.error;
  if (asked.answer.status >= 200 && asked.answer.status < 300) return { host: url.host };
  throw refusal(asked.answer, url.host, email);
}

function refusal({ status, headers }: Answer, host: string, email: string): MigratorError {
  if (status === 429) {
    const seconds = Number(headers['retry-after']);
    const when = seconds > 0 ? `in ${Math.ceil(seconds / 60)} min` : 'later';
    return new MigratorError(
      'rate-limit',
      `The license service ${host} takes no more registrations just now: 429 Too Many Requests`,
      { hint: `Look for an earlier mail to ${email}, or try again ${when}.`, retry: 'yes', status },
    );
  }
  if (status === 400 || status === 422) {
    return new MigratorError(
      'usage',
      `The license service ${host} does not take the address ${email}`,
      {
        hint: 'Check it: migrator license register --email <address>',
        status,
      },
    );
  }
  const isBusy = status >= 500;
  return new MigratorError(
    isBusy ? 'unavailable' : 'bad-answer',
    `The license service ${host} answered with status ${status}`,
    {
      hint: isBusy
        ? 'Try again later.'
        : 'Check the address in MIGRATOR_LICENSE_SERVICE_URL or license.service_url.',
      retry: isBusy ? 'yes' : 'no',
      status,
    },
  );
}
