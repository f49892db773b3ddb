import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/**
 * Node's HTTP modules, taken as they are needed. An `import` of node:http reads all that it exports, for some of which Node
 * loads its own copy of undici: 30 ms of each start.
 */
export function nodeHttp(): typeof import('node:http') {
  return require('node:http');
}

export function nodeHttps(): typeof import('node:https') {
  return require('node:https');
}
