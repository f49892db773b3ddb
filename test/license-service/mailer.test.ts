import { type AddressInfo, createServer } from 'node:net';
import { expect, it } from 'vitest';
import { createMailer } from '../../license-service/mailer.ts';

it('the password of the mail server is sent to nobody who does not speak TLS', async () => {
  const heard: string[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.write('220 mail.example.com\r\n');
    socket.setEncoding('utf8').on('data', (line: string) => {
      heard.push(line);
      socket.write(line.startsWith('EHLO') ? '250-mail\r\n250 AUTH PLAIN LOGIN\r\n' : '502 no\r\n');
    });
  });
  // By an address that is not known to be this machine's own.
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
  const { port } = server.address() as AddressInfo;
  const send = createMailer(`smtp://licenses:hunter2-hunter2@0.0.0.0:${port}`);
  const letter = { from: 'a@example.com', to: 'b@example.com', subject: 'c', text: 'd' };
  await expect(send(letter)).rejects.toThrow();
  server.close();
  expect(heard.join('')).toContain('STARTTLS');
  expect(heard.join('')).not.toContain('AUTH');
});
