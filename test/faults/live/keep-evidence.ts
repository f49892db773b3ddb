import { copyFileSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { People } from '../../../sandbox/people/people.ts';
import type { FaultPlace } from '../place.ts';

/** Returns what shows afterwards how a finding came about: what people did, what both hosts have, and the state. */
export function keepEvidence(place: FaultPlace, people: People, folder: string): void {
  mkdirSync(folder, { recursive: true });
  const keep = (name: string, text: string) => writeFileSync(join(folder, name), text);
  const deeds = people.journal.map(({ number, on, by, repository, what, refused }) =>
    [number, on.toISOString(), repository, by, what, refused ?? ''].join('\t'),
  );
  keep('people.tsv', `${deeds.join('\n')}\n`);
  const { bitbucket, github } = place.sandbox;
  const pulls = bitbucket.repositories.flatMap((repository) =>
    repository.pullRequests.map((pull) => ({
      ...{ repository: repository.slug, ...pull },
      conversation: pull.conversation(),
    })),
  );
  keep('source.json', JSON.stringify(pulls, null, 1));
  const targets = github.repositories.map(({ name, pulls: made }) => ({ name, pulls: made }));
  keep('target.json', JSON.stringify(targets, withoutCircles(), 1));
  const state = join(place.folder, 'state');
  for (const name of existsSync(state) ? readdirSync(state) : [])
    if (/\.sqlite(-wal)?$/.test(name)) copyFileSync(join(state, name), join(folder, name));
}

/** People and repositories refer to each other. */
function withoutCircles(): (key: string, value: unknown) => unknown {
  const above: unknown[] = [];
  return function (this: unknown, _key, value) {
    while (above.length > 0 && above.at(-1) !== this) above.pop();
    if (typeof value !== 'object' || value === null) return value;
    if (above.includes(value)) return undefined;
    above.push(value);
    return value;
  };
}
