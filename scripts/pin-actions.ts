/**
 * Refreshes the actions that converted workflows use (src/core/pipelines/tables/actions.ts): the newest release of the same
 * major version, by its commit. `node scripts/pin-actions.ts [FILE]`; GITHUB_TOKEN raises the rate limit.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

interface Ref {
  readonly ref: string;
  readonly object: { readonly sha: string; readonly type: string; readonly url: string };
}

const api = process.env.GITHUB_API_URL ?? 'https://api.github.com';
const file =
  process.argv[2] ?? join(import.meta.dirname, '../src/core/pipelines/tables/actions.ts');
const entry = /name: '([\w./-]+)',(\s+)version: '(v(\d+)[\w.]*)',(\s+)commit: '([0-9a-f]{40})'/g;

let text = readFileSync(file, 'utf8');
for (const [whole, name = '', first, version = '', major = '', second] of text.matchAll(entry)) {
  const newest = await newestRelease(name, major);
  text = text.replace(
    whole,
    `name: '${name}',${first}version: '${newest.version}',${second}commit: '${newest.commit}'`,
  );
  console.log(`${name}: ${version}${version === newest.version ? '' : ` → ${newest.version}`}`);
}
writeFileSync(file, text);

/** The highest full version with this major number, and its commit. */
async function newestRelease(
  name: string,
  major: string,
): Promise<{ readonly version: string; readonly commit: string }> {
  const refs = await get<readonly Ref[]>(`${api}/repos/${name}/git/matching-refs/tags/v${major}.`);
  const versions = refs.flatMap(({ ref, object }) => {
    const version = /^refs\/tags\/(v\d+\.\d+\.\d+)$/.exec(ref)?.[1];
    return version === undefined ? [] : [{ version, object }];
  });
  const newest = versions.sort((a, b) => compare(b.version, a.version))[0];
  if (newest === undefined) throw new Error(`${name} has no release v${major}.x.y`);
  const { object, version } = newest;
  if (object.type === 'commit') return { version, commit: object.sha };
  const tag = await get<{ readonly object: { readonly sha: string } }>(
    `${api}/repos/${name}/git/tags/${object.sha}`,
  );
  return { version, commit: tag.object.sha };
}

async function get<T>(url: string): Promise<T> {
  const token = process.env.GITHUB_TOKEN;
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const response = await fetch(url, { headers });
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return (await response.json()) as T;
}

function compare(one: string, other: string): number {
  const [a, b] = [one, other].map((text) => text.slice(1).split('.').map(Number));
  const at = [0, 1, 2].find((index) => a?.[index] !== b?.[index]) ?? 0;
  return (a?.[at] ?? 0) - (b?.[at] ?? 0);
}
