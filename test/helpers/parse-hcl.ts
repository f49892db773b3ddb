import { createRequire } from 'node:module';

interface Parser {
  parse(name: string, text: string): Promise<Readonly<Record<string, unknown>>>;
}

/** Reads Terraform's language as HashiCorp's own parser does. Its package declares types of browsers for all files. */
export const { parse: parseHcl } = createRequire(import.meta.url)('@cdktf/hcl2json') as Parser;
