import { describe, expect, it } from 'vitest';
import { contactedAddresses } from '../../../src/core/doctor/addresses.ts';

const rows = (variables: Readonly<Record<string, string>>) =>
  contactedAddresses(variables, {}).map(({ host, port, purpose, proxy }) => {
    return `${host}:${port} ${purpose}${proxy === null ? '' : ` via ${proxy}`}`;
  });

const lfs = [
  'null:443 LFS storage, at the address that Bitbucket gives',
  'null:443 LFS storage, at the address that GitHub gives',
];

describe('the addresses that settings lead to', () => {
  it('are those of the two hosts, and no other, without settings', () => {
    expect(rows({})).toEqual([
      'api.bitbucket.org:443 Bitbucket API',
      'bitbucket.org:443 Bitbucket Git and LFS',
      'api.github.com:443 GitHub API',
      'github.com:443 GitHub Git and LFS',
      'uploads.github.com:443 archives for the importer (--engine archive)',
      ...lfs,
    ]);
  });

  it('have one row for a host that is both', () => {
    const variables = {
      SRC_DATA_CENTER_URL: 'https://git.example.com:7990/bitbucket',
      SRC_TOKEN: 'token',
      DST_ENTERPRISE_URL: 'https://github.example.com',
    };
    expect(rows(variables)).toEqual([
      'git.example.com:7990 Bitbucket API, Bitbucket Git and LFS',
      'github.example.com:443 GitHub API, GitHub Git and LFS',
      ...lfs,
    ]);
  });

  it('include what else is configured, and the proxy on the way, without its password', () => {
    const found = rows({
      HTTPS_PROXY: 'http://me:very-secret@proxy.example.com:3128',
      NO_PROXY: 'vault.example.com',
      VAULT_ADDR: 'https://vault.example.com:8200',
      MIGRATOR_DATABASE_URL: 'postgresql://migrator@db.example.com/migrator',
      MIGRATOR_NOTIFY_WEBHOOK: 'https://hooks.example.com/services/very-secret',
      MIGRATOR_TELEMETRY_URL: 'https://telemetry.example.com',
      MIGRATOR_LICENSE_SERVICE_URL: 'https://licenses.example.com',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.example.com:4318',
    });
    const via = 'via proxy.example.com:3128';
    expect(found).toEqual([
      `api.bitbucket.org:443 Bitbucket API ${via}`,
      `bitbucket.org:443 Bitbucket Git and LFS ${via}`,
      `api.github.com:443 GitHub API ${via}`,
      `github.com:443 GitHub Git and LFS ${via}`,
      `uploads.github.com:443 archives for the importer (--engine archive) ${via}`,
      'vault.example.com:8200 vault (secrets commands)',
      `licenses.example.com:443 license service (license register) ${via}`,
      `telemetry.example.com:443 telemetry ${via}`,
      `hooks.example.com:443 notices ${via}`,
      'collector.example.com:4318 metrics (OTLP)',
      'db.example.com:5432 state',
      'proxy.example.com:3128 proxy',
      ...lfs,
    ]);
    expect(found.join()).not.toContain('very-secret');
  });

  it('are refused where one cannot be used', () => {
    expect(() =>
      rows({ DST_API_URL: 'http://api.example.com', DST_GIT_URL: 'https://x.y' }),
    ).toThrow('over plain http');
  });
});
