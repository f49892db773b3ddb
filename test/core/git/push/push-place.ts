import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach } from 'vitest';
import type { Refs } from '../../../../src/core/git/formats/refs.ts';
import { readRefs } from '../../../../src/core/git/mirror/refs.ts';
import { type PushRefs, type PushReport, pushRefs } from '../../../../src/core/git/push/push.ts';
import { bareRepository, commitHistory, generous, systemClock } from '../fixture.ts';
import { placeForEach } from '../git-place.ts';

const password = 'token-hunter2-hunter2';

/** An empty mirror and an empty target for each test of a file. */
export function pushPlaceForEach() {
  const place = placeForEach({ username: 'x', password });
  let mirror: string;
  let target: string;

  beforeEach(() => {
    mirror = bareRepository(place.folder, 'mirror.git');
    target = bareRepository(place.server.root, 'o/r.git');
  });

  function access() {
    return { url: `${place.server.url}/o/r.git`, credential: { username: 'x', password } };
  }

  async function push(options: Partial<PushRefs> = {}): Promise<PushReport> {
    return pushRefs({
      git: place.tool,
      access: access(),
      directory: mirror,
      refs: await readRefs({ git: place.tool, directory: mirror }),
      defaultBranch: 'main',
      limits: generous,
      clock: systemClock,
      ...options,
    });
  }

  /** From its folder: a list by the network takes six processes more. */
  function onTarget(): Promise<Refs> {
    return readRefs({ git: place.tool, directory: target });
  }

  /** As many commits on `main`, each with a file of 20 kB. */
  function commitLarge(count: number): void {
    commitHistory(
      mirror,
      'main',
      Array.from({ length: count }, (_, index) => ({ [`file${index}`]: randomBytes(20_000) })),
    );
  }

  function packRefs(names: readonly string[], commit: string): void {
    writeFileSync(
      join(mirror, 'packed-refs'),
      [...names]
        .sort()
        .map((name) => `${commit} ${name}\n`)
        .join(''),
    );
  }

  /** A hook of the target that prints and refuses, as a host does. */
  function hook(name: 'pre-receive' | 'update', script: string): void {
    mkdirSync(join(target, 'hooks'), { recursive: true });
    const path = join(target, 'hooks', name);
    writeFileSync(path, `#!/bin/sh\n${script}`);
    chmodSync(path, 0o755);
  }

  /** Prints the lines to standard error, as a host's hook does, and refuses. */
  function refusing(text: string): string {
    const recorded = join(place.folder, 'recorded.txt');
    writeFileSync(recorded, text);
    return `cat >/dev/null\ncat '${recorded}' >&2\nexit 1\n`;
  }

  return {
    place,
    get mirror() {
      return mirror;
    },
    get target() {
      return target;
    },
    access,
    push,
    onTarget,
    commitLarge,
    packRefs,
    hook,
    refusing,
  };
}

export function rejectionsOf(report: PushReport) {
  return report.results.flatMap(({ failure }) => (failure === null ? [] : [failure]));
}
