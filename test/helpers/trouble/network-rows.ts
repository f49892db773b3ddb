import { createServer } from 'node:http';
import { openWorkplace } from '../program/workplace.ts';
import { openDistrustedHost, untilSaid } from '../servers/distrusted-host.ts';
import { listen } from '../servers/git-server.ts';
import { discover, ownState, type Row, withConfig } from './row.ts';

/** Rows for the network in between. */
export const networkRows: readonly Row[] = [
  {
    condition: 'Connection time-outs',
    produce: (place) =>
      withConfig(place, 'network:\n  read_timeout: 0.3\n  connect_timeout: 1\n', () => {
        const action = { kind: 'slow', ms: 20_000 } as const;
        place.sandbox.faults.add({ host: 'bitbucket', times: 9, action });
        return place.run(discover, ownState(place, 'silent'));
      }),
    code: 7,
    says: [
      'did not respond within 0.3 s',
      'raise network.connect_timeout and network.read_timeout, and check HTTPS_PROXY',
    ],
  },
  {
    condition: 'Connection time-outs',
    async produce(place) {
      const proxy = createServer();
      const port = await listen(proxy);
      proxy.on('connect', () => undefined);
      try {
        return await withConfig(place, 'network:\n  connect_timeout: 0.3\n', () =>
          place.run(discover, {
            ...ownState(place, 'unreached'),
            HTTPS_PROXY: `http://127.0.0.1:${port}`,
            SRC_API_URL: 'https://api.acme.example',
            SRC_GIT_URL: 'https://git.acme.example',
          }),
        );
      } finally {
        proxy.closeAllConnections();
        proxy.close();
      }
    },
    code: 7,
    says: [
      /The connection to the proxy 127\.0\.0\.1:\d+ on the way to api\.acme\.example took longer than 0\.3 s/,
      'raise network.connect_timeout and network.read_timeout, and check HTTPS_PROXY',
    ],
  },
  {
    condition: 'TLS interception by a proxy',
    async produce() {
      await using behind = await openWorkplace({
        gateway: { intercepts: true, needsPassword: false },
      });
      return await behind.run(discover, { SSL_CERT_FILE: undefined });
    },
    code: 7,
    says: [
      'SSL: CERTIFICATE_VERIFY_FAILED',
      'unable to get local issuer certificate',
      "Install the proxy's root CA into the system store",
      'set SSL_CERT_FILE and REQUESTS_CA_BUNDLE',
    ],
  },
  {
    condition: 'Telemetry TLS failure',
    async produce(place) {
      await using host = await openDistrustedHost();
      return await untilSaid(() => place.runAlone(discover, { MIGRATOR_TELEMETRY_URL: host.url }));
    },
    code: 0,
    says: [/^SSLError: .*localhost:\d+.*REQUESTS_CA_BUNDLE/m, '"repositories": ['],
  },
];
