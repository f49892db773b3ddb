import { from, type Node } from '../emit/node.ts';
import type { ServiceDefinition } from '../model/pipeline.ts';
import type { Step } from '../model/step.ts';
import { servicePorts } from '../tables/services.ts';
import { imageNode, isDocker } from './container.ts';
import type { Conversion } from './conversion.ts';
import { anyVariable, withExpressions } from './expressions.ts';

/** A service that a container job reaches by its name, and on which ports scripts expect it at localhost. */
export interface ServiceHost {
  readonly name: string;
  readonly ports: readonly number[];
}

export interface ServicesOfJob {
  readonly node: Node | undefined;
  /** Empty where GitHub itself puts services on localhost. */
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
        `The service ${named.value} is not defined`,
        'Bitbucket rejects this too: define it.',
      );
      continue;
    }
    const id = named.value.replace(/[^A-Za-z0-9_-]/g, '-').replace(/^(?![A-Za-z_])/, '_');
    const ports = portsOf(service, step, conversion);
    const published = hasContainer ? [] : ports;
    nodes[id] = from(serviceNode(service, published, conversion), named.place, service.place);
    if (hasContainer) hosts.push({ name: id, ports });
    if (ports.length === 0) {
      conversion.findings.changed(
        named.place,
        `The service is reachable at ${id}, not at localhost`,
        `Connect to host ${id}, or forward its port as is done for other services.`,
      );
    }
  }
  return { node: Object.keys(nodes).length === 0 ? undefined : nodes, hosts };
}

function serviceNode(
  service: ServiceDefinition,
  published: readonly number[],
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
    ports: published.length === 0 ? undefined : published.map((port) => `${port}:${port}`),
    options:
      memory === null
        ? node.options
        : from(`--memory ${Number.parseInt(memory.value, 10)}m`, memory.place),
  };
}

const localPort = /\b(?:localhost|127\.0\.0\.1)[: ](\d{2,5})\b/g;

/** The usual port of the image; of an unknown image the ports of localhost in the script that no other service has. */
function portsOf(
  { image }: ServiceDefinition,
  { script, services }: Step,
  { file }: Conversion,
): readonly number[] {
  const usual = usualPort(image?.name);
  if (usual !== null) return [usual];
  const ofOthers = services.map(({ value }) => usualPort(file.services.get(value)?.image?.name));
  const isOnlyUnknown = ofOthers.filter((port) => port === null).length === 1;
  if (!isOnlyUnknown) return [];
  const named = script.lines.flatMap((line) =>
    line.kind === 'command'
      ? [...line.text.matchAll(localPort)].map(([, port]) => Number(port))
      : [],
  );
  return [...new Set(named)].filter((port) => port < 65_536 && !ofOthers.includes(port));
}

function usualPort(image: string | undefined): number | null {
  const name = image?.toLowerCase() ?? '';
  const found = Object.entries(servicePorts).find(([part]) => name.includes(part));
  return found?.[1] ?? null;
}
