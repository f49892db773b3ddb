import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Ajv } from 'ajv';
import { fixNullable } from './fix-nullable.ts';

export const describedHosts = ['api.github.com', 'ghes-3.19'] as const;

export type DescribedHost = (typeof describedHosts)[number];

/** GitHub's own description of its REST API, and a validator that knows it as `gh`. */
interface GitHubDescription<Description> {
  readonly description: Description;
  readonly ajv: Ajv;
}

interface WholeDescription {
  readonly paths: object;
  readonly components: { readonly examples?: object };
}

const known = new Map<string, GitHubDescription<unknown>>();

/** Read once, since it is 7 MB of JSON: without examples and webhooks, of which no test speaks. */
export function openDescription<Description>(name: DescribedHost): GitHubDescription<Description> {
  const before = known.get(name);
  if (before !== undefined) return before as GitHubDescription<Description>;
  const path = createRequire(import.meta.url).resolve(`@octokit/openapi/generated/${name}.json`);
  const { paths, components } = JSON.parse(readFileSync(path, 'utf8')) as WholeDescription;
  const { examples: _, ...named } = components;
  const description = { paths, components: named };
  fixNullable(description);
  const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });
  ajv.addSchema({ $id: 'gh', ...description });
  known.set(name, { description, ajv });
  return { description: description as Description, ajv };
}
