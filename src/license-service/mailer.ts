import { createTransport } from 'nodemailer';
import { isLoopback } from '../core/network/base-url.ts';
import type { Letter } from './letter.ts';

/** Milliseconds. */
const patience = 20_000;

/**
 * Sends letters by SMTP.
 * @param smtpUrl `smtp://host:port` or `smtps://user:password@host`; a password is sent over TLS alone, also with `smtp:`
 */
export function createMailer(smtpUrl: string): (letter: Letter) => Promise<void> {
  const url = new URL(smtpUrl);
  const transport = createTransport({
    host: url.hostname.replace(/^\[(.+)\]$/, '$1'),
    port: Number(url.port || (url.protocol === 'smtps:' ? 465 : 587)),
    secure: url.protocol === 'smtps:',
    // Whoever sits in between could else hide that the server speaks TLS, and be told the password.
    requireTLS: url.username !== '' && !isLoopback(url.hostname),
    connectionTimeout: patience,
    greetingTimeout: patience,
    socketTimeout: patience,
    ...(url.username === ''
      ? {}
      : {
          auth: {
            user: decodeURIComponent(url.username),
            pass: decodeURIComponent(url.password),
          },
        }),
  });
  return async (letter) => {
    // The key is one line: soft line breaks carry it, whatever its length.
    await transport.sendMail({ ...letter, textEncoding: 'quoted-printable' });
  };
}
