import { randomBytes } from 'node:crypto';
import type { ServerPlace } from '../network/server.ts';
import { createAuthority } from './authority.ts';
import { type ConnectProxy, startConnectProxy } from './connect-proxy.ts';

export interface GatewayOptions {
  /** It reads what goes through, and shows certificates of its own authority; otherwise tunnels are passed on unread. */
  readonly intercepts: boolean;
  readonly needsPassword: boolean;
}

/** The way into a network that has no other: its hosts have names that the proxy alone knows, and speak TLS alone. */
export interface Gateway {
  readonly proxy: ConnectProxy;
  /** The proxy's address with user name and password, as HTTPS_PROXY holds it. */
  readonly proxyUrl: string;
  /** Who is to be trusted, as PEM: the proxy's authority where it reads along, the hosts' own elsewhere. */
  readonly authority: string;
  place(name: string): ServerPlace;
  close(): Promise<void>;
}

export async function openGateway(options: GatewayOptions): Promise<Gateway> {
  const hosts = new Map<string, number>();
  const hostsAuthority = createAuthority('Sandbox Hosts Root');
  const authority = options.intercepts ? createAuthority('Acme Industries Web Gateway') : null;
  const credentials = options.needsPassword
    ? { username: 'acme-build', password: `gateway-${randomBytes(12).toString('hex')}` }
    : null;
  const proxy = await startConnectProxy({
    hosts,
    authority,
    trusts: hostsAuthority.certificate,
    credentials,
  });
  const proxyUrl = new URL(proxy.url);
  proxyUrl.username = credentials?.username ?? '';
  proxyUrl.password = credentials?.password ?? '';
  return {
    proxy,
    proxyUrl: proxyUrl.href.replace(/\/$/, ''),
    authority: (authority ?? hostsAuthority).certificate,
    place: (name) => ({
      tls: hostsAuthority.issue([name]),
      open(port) {
        hosts.set(name, port);
        return `https://${name}`;
      },
    }),
    close: () => proxy.close(),
  };
}
