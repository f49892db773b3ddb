import type { Transporter } from 'nodemailer';
import type { Letter } from './letter.ts';

/** Milliseconds. */
const patience = 20_000;

/**
 * Sends letters by SMTP.
 * @param smtpUrl `smtp://host:port` or `smtps://user:password@host`; a password is sent over TLS alone, also with `smtp:`
 */
export function createMailer(smtpUrl: string): (letter: Letter) => Promise<void> {
  const settings = settingsOf(new URL(smtpUrl));
  let opened: Promise<Transporter> | null = null;
  async function open(): Promise<Transporter> {
    // Loaded with the first letter: most runs of the sandbox send none.
    const { createTransport } = await import('nodemailer');
    return createTransport(settings);
  }
  return async (letter) => {
    opened ??= open();
    // The key is one line: soft line breaks carry it, whatever its length.
    await (await opened).sendMail({ ...letter, textEncoding: 'quoted-printable' });
  };
}

function settingsOf(url: URL) {
  const auth = {
    user: decodeURIComponent(url.username),
    pass: decodeURIComponent(url.password),
  };
  return {
    host: url.hostname.replace(/^\[(.+)\]$/, '$1'),
    port: Number(url.port || (url.protocol === 'smtps:' ? 465 : 587)),
    secure: url.protocol === 'smtps:',
    // Somebody in between could otherwise hide that the server speaks TLS, and receive the password.
    requireTLS: url.username !== '' && !isLoopback(url.hostname),
    connectionTimeout: patience,
    greetingTimeout: patience,
    socketTimeout: patience,
    ...(url.username === '' ? {} : { auth }),
  };
}

/** Tells whether only this machine can have that name or address. */
function isLoopback(hostname: string): boolean {
  return /^(localhost|\[::1\]|127(\.\d{1,3}){3})$/i.test(hostname);
}
