import { checkBaseUrl } from '../kernel/base-url.ts';
import { MigratorError } from '../kernel/errors.ts';
import { roundTrip } from '../network/http/round-trip.ts';
import { field, type HttpResponse } from '../network/response/response.ts';
import type { Network } from '../network/tls-proxy/network.ts';

/** Bytes of an answer. */
const maxBodyBytes = 65_536;

/**
 * Asks the registration service for a Free license, which it sends by e-mail. Not repeated: a second mail is worse than none.
 * @throws `rate-limit`, `usage` where the service does not take the address, `bad-answer` where something else answers,
 * `unavailable` and what else keeps it from answering
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
  const asked = await roundTrip(network, {
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
  const { answer } = asked;
  if (answer.status < 200 || answer.status >= 300) throw refusal(answer, url.host, email);
  // Sign-in pages of proxies come with 200, too.
  if (field(answer.json, 'status') !== 'sent') {
    throw new MigratorError(
      'bad-answer',
      `${url.host} did not respond like the license service: no license key was requested`,
      {
        hint: 'Check the URL in MIGRATOR_LICENSE_SERVICE_URL or license.service_url, and whether a proxy or a sign-in page is answering instead.',
        status: answer.status,
      },
    );
  }
  return { host: url.host };
}

function refusal({ status, headers }: HttpResponse, host: string, email: string): MigratorError {
  if (status === 429) {
    const seconds = Number(headers['retry-after']);
    const when = seconds > 0 ? `in ${Math.ceil(seconds / 60)} min` : 'later';
    return new MigratorError(
      'rate-limit',
      `The license service ${host} accepts no more registrations right now: 429 Too Many Requests`,
      {
        hint: `Look for an earlier email to ${email}, or try again ${when}.`,
        status,
      },
    );
  }
  if (status === 400 || status === 422) {
    return new MigratorError(
      'usage',
      `The license service ${host} rejected the email address ${email}`,
      { hint: 'Check it: migrator license register --email <address>', status },
    );
  }
  const isBusy = status >= 500;
  return new MigratorError(
    isBusy ? 'unavailable' : 'bad-answer',
    `The license service ${host} responded with status ${status}`,
    {
      hint: isBusy
        ? 'Try again later.'
        : 'Check the URL in MIGRATOR_LICENSE_SERVICE_URL or license.service_url.',
      status,
    },
  );
}
