import { randomBytes } from 'node:crypto';
import { createMailer, createRegistration, type Licensing } from '../../license-service/index.ts';
import { jsonAnswer } from '../network/answer.ts';
import type { HostServer } from '../network/server.ts';
import type { MailReceiver, ReceivedMail } from './receive-mail.ts';
import { sandboxPrivateKey } from './sandbox-issuer.ts';

/** The registration service of the sandbox, with the mails that it has sent. */
export interface LicenseHost {
  readonly hostServer: HostServer;
  /** All that were received, oldest first. */
  readonly mails: readonly ReceivedMail[];
  /** Told of each as it comes. */
  onMail: ((mail: ReceivedMail) => void) | null;
  close(): Promise<void>;
}

/** Mails go by SMTP to a receiver of its own, which is started with the first of them. */
export function createLicenseHost(options: {
  licensing: Licensing;
  now: () => number;
}): LicenseHost {
  const { licensing, now } = options;
  const mails: ReceivedMail[] = [];
  let receiver: Promise<MailReceiver> | null = null;

  async function receive(): Promise<MailReceiver> {
    const { startMailReceiver } = await import('./receive-mail.ts');
    return startMailReceiver((mail) => {
      mails.push(mail);
      host.onMail?.(mail);
    });
  }
  const register = createRegistration({
    licensing,
    privateKey: sandboxPrivateKey(),
    from: 'licenses@localhost.example',
    now,
    random: randomBytes,
    log: () => {},
    async send(letter) {
      receiver ??= receive();
      await createMailer((await receiver).url)(letter);
    },
  });
  const host: LicenseHost = {
    mails,
    onMail: null,
    hostServer: {
      host: 'license',
      async handle(exchange) {
        const body = (await exchange.readBody()).toString('utf8');
        const { method, path } = exchange;
        const { status, headers, json } = await register({ method, path, body, client: '' });
        return jsonAnswer(status, json, headers);
      },
    },
    async close() {
      await (await receiver)?.close();
    },
  };
  return host;
}
