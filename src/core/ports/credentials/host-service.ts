import type { Variables } from '../../kernel/environment.ts';
import type { EventOf } from '../records/events.ts';

export type Service = NonNullable<EventOf<'waiting'>['service']>;

export const services = ['Bitbucket', 'GitHub'] as const satisfies readonly Service[];

/** A host, and the service that it belongs to; missing for others, and in what earlier versions have kept. */
export interface ServiceHost {
  readonly host: string;
  readonly service?: Service;
}

const hosts: ReadonlyMap<string, Service> = new Map([
  ['api.github.com', 'GitHub'],
  ['github.com', 'GitHub'],
  ['uploads.github.com', 'GitHub'],
  ['api.bitbucket.org', 'Bitbucket'],
  ['bitbucket.org', 'Bitbucket'],
]);

const addresses: Readonly<Record<Service, readonly string[]>> = {
  Bitbucket: ['SRC_API_URL', 'SRC_GIT_URL', 'SRC_DATA_CENTER_URL'],
  GitHub: ['DST_API_URL', 'DST_GIT_URL', 'DST_ENTERPRISE_URL', 'DST_UPLOADS_URL'],
};

/** Adds to a host the service that the variables give it an address of. Pure. */
export function serviceHost(host: string, variables: Variables): ServiceHost {
  const isAt = (service: Service) =>
    addresses[service].some((name) => URL.parse(variables[name] ?? '')?.host === host);
  const tenant = host.endsWith('.ghe.com') ? 'GitHub' : undefined;
  const service = services.find(isAt) ?? hosts.get(host) ?? tenant;
  return { host, ...(service !== undefined && { service }) };
}

/** Names a host for people: by its service where that is known, else by its own name. Pure. */
export function serviceName({ host, service }: ServiceHost): string {
  return service ?? hosts.get(host) ?? host;
}
