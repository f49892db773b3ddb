import { describe, expect, it } from 'vitest';
import { gitFailure } from '../../../../src/core/git/errors/git-errors.ts';
import { certificateHints } from '../../../../src/core/network/tls-proxy/certificate-hints.ts';
import { connectionError } from '../../../../src/core/network/tls-proxy/connection-errors.ts';

const timeOuts = { connectTimeoutSeconds: 1, readTimeoutSeconds: 1 };
const at = (code: string) =>
  connectionError(Object.assign(new Error(code), { code }), new URL('https://h.example'), timeOuts)
    .error;
const byGit = (text: string) =>
  gitFailure(
    {
      stderr: `fatal: unable to access 'https://h.example/r.git/': ${text}`,
      stdout: '',
      exitCode: 128,
    },
    { doing: 'Fetching', subject: 'https://h.example/r.git' },
  );

describe('a certificate that is not accepted', () => {
  it.each([
    ['CERT_HAS_EXPIRED', 'SSL certificate problem: certificate has expired', 'expired'],
    ['CERT_NOT_YET_VALID', 'SSL certificate problem: certificate is not yet valid', 'notYet'],
    [
      'DEPTH_ZERO_SELF_SIGNED_CERT',
      'SSL certificate problem: self-signed certificate',
      'selfSigned',
    ],
    [
      'SELF_SIGNED_CERT_IN_CHAIN',
      'SSL certificate problem: self-signed certificate in certificate chain',
      'unknownIssuer',
    ],
    [
      'ERR_TLS_CERT_ALTNAME_INVALID',
      "SSL: no alternative certificate subject name matches target host name 'h.example'",
      'otherHost',
    ],
  ] as const)('gets the advice for what is wrong with it: %s', (code, text, kind) => {
    expect(at(code)).toMatchObject({ code: 'tls', hint: certificateHints[kind] });
    expect(byGit(text)).toMatchObject({ code: 'tls', hint: certificateHints[kind] });
  });
});
