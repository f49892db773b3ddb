import type { GitAccess } from '../../ports/records/repository.ts';
import { isFullHash } from '../formats/hashes.ts';
import type { Refs } from '../formats/refs.ts';
import { type MirrorOptions, runInMirror } from '../process/mirror-command.ts';
import { fetchCommits } from './fetch-commits.ts';

interface HoldRefs extends MirrorOptions {
  /** Branches and tags that the mirror has now. */
  readonly current: Refs;
  /** Branches and tags that it shall have. */
  readonly wanted: Refs;
  /** Where commits may still be fetched that no ref names any more; `null` for a history that was cut. */
  readonly access: GitAccess | null;
}

/**
 * Resets a mirror that was fetched later to the refs of an earlier time.
 * @returns those whose objects the mirror or the host still has; the mirror has no others afterwards
 */
export async function holdRefs(options: HoldRefs): Promise<Refs> {
  const { current, wanted, access } = options;
  const oids = new Set(wanted.values());
  const present = await findPresent(options, oids);
  const commits = [...oids.difference(present)];
  if (commits.length > 0 && access !== null) {
    const { fetched } = await fetchCommits({ ...options, access, commits });
    for (const oid of fetched) present.add(oid);
  }
  const held = new Map([...wanted].filter(([, oid]) => present.has(oid)));
  let commands = '';
  for (const [name, oid] of current) {
    if (!held.has(name)) commands += `delete ${name}\0${oid}\0`;
  }
  for (const [name, oid] of held) {
    if (current.get(name) !== oid) commands += `update ${name}\0${oid}\0\0`;
  }
  if (commands === '') return held;
  const args = ['update-ref', '--no-deref', '-z', '--stdin'];
  await runInMirror(options, { args, doing, input: commands });
  return held;
}

async function findPresent(mirror: MirrorOptions, oids: ReadonlySet<string>): Promise<Set<string>> {
  const asked = [...oids].filter(isFullHash);
  const found = new Set<string>();
  if (asked.length === 0) return found;
  await runInMirror(mirror, {
    args: ['cat-file', '--batch-check=%(objectname) %(objecttype)', '--buffer'],
    doing,
    lines: asked,
    onLine(line) {
      const [oid = '', type] = line.split(' ');
      if (type !== 'missing') found.add(oid);
    },
  });
  return found;
}

const doing = 'Updating refs in';
