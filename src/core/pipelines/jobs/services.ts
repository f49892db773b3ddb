import { from, type Node } from '../emit/node.ts';
import type { ServiceDefinition } from '../model/pipeline.ts';
import type { Step } from '../model/step.ts';
import { servicePorts } from '../tables/services.ts';
import type { Placed } from '../tree/tree.ts';
import { imageNode, isDocker } from './container.ts';
import type { Conversion } from './conversion.ts';
import { anyVariable, withExpressions } from './expressions.ts';

/** A service that a container job reaches by its name. */
export interface ServiceHost {
  readonly name: string;
  readonly port: number | null;
}

export interface ServicesOfJob {
  readonly node: Node | undefined;
  /** Empty where scripts reach services at localhost. */
  readonly hosts: readonly ServiceHost[];
}

/** The services of a step: by name for a container, on ports of localhost without one. */
export function servicesOf(
  step: Step,
  hasContainer: boolean,
  conversion: Conversion,
): ServicesOfJob {
  const nodes: Record<string, Node> = {};
  const hosts: ServiceHost[] = [];
  for (const named of step.services) {
    if (isDocker(named.value, conversion)) continue;
    const service = conversion.file.services.get(named.value);
    if (service?.image === null || service === undefined) {
      conversion.findings.lost(
        named.place,
        `No definition says what the service ${named.value} is`,
        'Bitbucket rejects this too: define it.',
      );
      continue;
    }
    const id = named.value.replace(/[^A-Za-z0-9_-]/g, '-').replace(/^(?![A-Za-z_])/, '_');
    const port = portOf(service);
    nodes[id] = from(
      serviceNode(service, port, hasContainer, conversion),
      named.place,
      service.place,
    );
    if (hasContainer) {
      hosts.push({ name: id, port });
      reportHost(named, id, conversion);
    }
  }
  return { node: Object.keys(nodes).length === 0 ? undefined : nodes, hosts };
}

function serviceNode(
  service: ServiceDefinition,
  port: number | null,
  hasContainer: boolean,
  conversion: Conversion,
): Node {
  const { image, memory, variables } = service;
  if (image === null) return {};
  const env = Object.fromEntries(
    variables.map(([name, { value, place }]) => [
      name,
      from(
        withExpressions(value, (used) => anyVariable(used, conversion)),
        place,
      ),
    ]),
  );
  const node = imageNode(image, conversion);
  return {
    ...node,
    env: variables.length === 0 ? undefined : env,
    ports: hasContainer || port === null ? undefined : [`${port}:${port}`],
    options:
      memory === null
        ? node.options
        : from(`--memory ${Number.parseInt(memory.value, 10)}m`, memory.place),
  };
}

function portOf({ image }: ServiceDefinition): number | null {
  const name = image?.name.toLowerCase() ?? '';
  const found = Object.entries(servicePorts).find(([part]) => name.includes(part));
  return found?.[1] ?? null;
}

function reportHost(named: Placed<string>, id: string, { findings }: Conversion): void {
  findings.changed(
    named.place,
    `The service answers at host ${id} instead of localhost`,
    `Set the host name ${id} wherever programs connect to localhost.`,
  );
}

const local = String.raw`(?:localhost|127\.0\.0\.1)`;

/** A script that reaches services by name where it names localhost and the port, or has only one service. Pure. */
export function withServiceHosts(text: string, hosts: readonly ServiceHost[]): string {
  const byPort = hosts.reduce((result, { name, port }) => {
    if (port === null) return result;
    return result.replace(new RegExp(`\\b${local}([: ])${port}\\b`, 'g'), `${name}$1${port}`);
  }, text);
  const [only] = hosts;
  if (only === undefined || hosts.length > 1) return byPort;
  return byPort
    .replace(
      new RegExp(`((?:^|\\s)(?:-h|--host|--hostname)[ =]?)${local}(?![\\w.:])`, 'g'),
      `$1${only.name}`,
    )
    .replace(new RegExp(`(\\b\\w*HOST(?:NAME)?=["']?)${local}(?![\\w.:])`, 'g'), `$1${only.name}`);
}
