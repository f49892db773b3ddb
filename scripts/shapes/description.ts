import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { memberNames, type Schema, toSchema } from './types-to-schema.ts';

/** A route as the descriptions write it: `GET /repositories/{workspace}`. Ways lead down its operation. */
export interface Description {
  /** All of it, as openapi-typescript writes it. */
  readonly text: string;
  /** `null` where there is none. @throws Error if the description does not know the route */
  schema(route: string, way: readonly string[]): Schema | null;
  /** @throws Error if the description does not know the route */
  names(route: string, way: readonly string[]): string[];
  knows(route: string): boolean;
}

/**
 * Atlassian's own description of a Bitbucket, by the types that @coderabbitai/bitbucket generates from it: of Cloud the current
 * one, of Data Center that of 9.2.
 */
export function openDescription(host: 'cloud' | 'server'): Description {
  const entry = createRequire(import.meta.url).resolve(`@coderabbitai/bitbucket/${host}/openapi`);
  const text = readFileSync(join(dirname(entry), 'openapi-typescript.d.ts'), 'utf8');
  const sourceOf = (kind: 'schemas' | 'operations', name: string): string =>
    kind === 'schemas' ? member(text, name, 8) : member(text, name, 4);
  const wayTo = (route: string) => {
    const [method = '', path = ''] = route.split(' ');
    return { source: member(text, path, 4), method: method.toLowerCase() };
  };
  return {
    text,
    schema(route, way) {
      const { source, method } = wayTo(route);
      return toSchema(source, [method, ...way], sourceOf);
    },
    names(route, way) {
      const { source, method } = wayTo(route);
      return memberNames(source, [method, ...way], sourceOf);
    },
    knows(route) {
      const [, path = ''] = route.split(' ');
      return text.includes(`\n    readonly "${path}": `);
    },
  };
}

/** The text of one member of an interface, found by its indentation. */
function member(text: string, name: string, indent: number): string {
  const space = ' '.repeat(indent);
  const heads = [`\n${space}readonly "${name}": `, `\n${space}readonly ${name}: `];
  const head = heads.find((one) => text.includes(one));
  if (head === undefined) throw new Error(`Atlassian's description does not know ${name}`);
  const start = text.indexOf(head) + head.length;
  const rest = text.slice(start);
  const end = rest.search(new RegExp(`\\n(?:${space}(?:readonly|/\\*\\*)|${space.slice(4)}\\})`));
  return rest.slice(0, end).replace(/;\s*$/, '');
}
