import type { DescribedHost } from '../../src/core/hosts/shared/shapes/described.ts';
import { describeHost, namesOf } from './describe.ts';
import { openDescription } from './description.ts';
import { cloudRoutes, dataCenterRoutes } from './routes.ts';

/** The files of assets/shapes, by name. */
export function shapeFiles(): Readonly<Record<string, string>> {
  const cloud = openDescription('cloud');
  const server = openDescription('server');
  const names = [...new Set([...namesOf(cloud), ...namesOf(server)])].sort();
  return {
    'bitbucket-cloud': hostText(describeHost(cloud, cloudRoutes)),
    'bitbucket-data-center': hostText(describeHost(server, dataCenterRoutes)),
    names: listText(names),
  };
}

/** A line for each route and type, so that changes can be read. */
function hostText({ routes, types }: DescribedHost): string {
  return `{\n"routes": ${lines(routes)},\n"types": ${lines(types)}\n}\n`;
}

function lines(entries: Readonly<Record<string, unknown>>): string {
  const written = Object.entries(entries)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`);
  return `{\n${written.join(',\n')}\n}`;
}

function listText(names: readonly string[]): string {
  return `[\n${names.map((name) => JSON.stringify(name)).join(',\n')}\n]\n`;
}
