import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import {
  createMailer,
  createRegistration,
  serveRegistrations,
} from '../../license-service/index.ts';
import { licensing } from '../../src/core/license/issue/issue-license.ts';
import { requireEmail } from '../../src/core/license/key/email.ts';
import { readPrivateKey } from './private-key.ts';
import { fail, required, wholeNumber } from './usage.ts';

const day = 24 * 60 * 60 * 1000;

/** Runs the registration service until a signal ends it. */
export async function serve(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      private: { type: 'string' },
      from: { type: 'string' },
      port: { type: 'string', default: '8080' },
      host: { type: 'string', default: '127.0.0.1' },
      days: { type: 'string', default: '365' },
      'trust-proxy': { type: 'boolean', default: false },
    },
  });
  const handle = createRegistration({
    licensing,
    privateKey: readPrivateKey(values.private),
    from: requireEmail(required(values.from, '--from')),
    now: Date.now,
    random: randomBytes,
    send: createMailer(smtpUrl()),
    log: (message) => console.error(message),
    duration: day * wholeNumber(values.days, '--days', 1, 36_500),
  });
  const server = serveRegistrations({ handle, trustsProxy: values['trust-proxy'] });
  server.listen(wholeNumber(values.port, '--port', 0, 65_535), values.host);
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : address;
  console.error(`Taking registrations at http://${values.host}:${port}/registrations`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => server.close());
}

/** From the environment: it may hold a password. */
function smtpUrl(): string {
  const text = required(process.env.SMTP_URL, 'The variable SMTP_URL');
  if (URL.canParse(text) && /^smtps?:$/.test(new URL(text).protocol)) return text;
  throw fail('SMTP_URL takes smtp://host:port or smtps://user:password@host');
}
