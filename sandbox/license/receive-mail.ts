import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

export interface MailReceiver {
  /** `smtp://127.0.0.1:<port>` */
  readonly url: string;
  close(): Promise<void>;
}

/** Takes mail for everybody, on loopback, and hands it on instead of delivering it. */
export async function startMailReceiver(
  onMail: (mail: ReceivedMail) => void,
): Promise<MailReceiver> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    async onData(stream, session, done) {
      const raw = await text(stream);
      onMail(readMail(raw, session.envelope.rcptTo[0]?.address ?? ''));
      done();
    },
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.server.address();
  if (address === null || typeof address === 'string') throw new Error('It has no port');
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** A plain letter in quoted-printable, as the service sends it. */
function readMail(raw: string, to: string): ReceivedMail {
  const end = raw.indexOf('\r\n\r\n');
  const head = raw.slice(0, end);
  const body = raw.slice(end + 4);
  return {
    to,
    subject: /^Subject: (.*)$/im.exec(head)?.[1]?.trim() ?? '',
    text: body
      .replace(/=\r\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_code, hex: string) =>
        String.fromCharCode(Number.parseInt(hex, 16)),
      )
      .replaceAll('\r\n', '\n'),
  };
}
