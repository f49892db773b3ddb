import type { GitAccess } from '../../ports/records/repository.ts';
import { onMirror } from '../errors/damaged-mirror.ts';
import { gitFailure } from '../errors/git-errors.ts';
import { isFullHash } from '../history/hashes.ts';
import { eachLine } from '../objects/object-scan.ts';
import type { GitTool } from '../process/git-tool.ts';
import { fetchCommits } from './fetch-commits.ts';
import type { Refs } from './refs.ts';

export interface HoldRefs {
  readonly git: GitTool;
  readonly directory: string;
  /** What the mirror's branches and tags are now. */
  readonly current: Refs;
  /** What they shall be. */
  readonly wanted: Refs;
  /** Where commits may still be had that no ref names any more; `null` for a history that was cut. */
  readonly access: GitAccess | null;
  readonly signal?: AbortSignal;
}

/**
 * Sets a mirror that was fetched later back to the refs of an earlier time.
 * @returns those whose objects can still be had; the mirror has no others afterwards
 * @throws what isDamagedMirror() knows
 */
export function holdRefs(options: HoldRefs): Promise<Refs> {
  return onMirror(options, () => hold(options));
}

async function hold(options: HoldRefs): Promise<Refs> {
  const { git, directory, current, wanted, access } = options;
  const cancellable = options.signal === undefined ? {} : { signal: options.signal };
  const there = await existing(options, new Set(wanted.values()));
  const gone = [...new Set(wanted.values())].filter((oid) => !there.has(oid));
  if (gone.length > 0 && access !== null) {
    const { fetched } = await fetchCommits({
      git,
      directory,
      access,
      commits: gone,
      ...cancellable,
    });
    for (const oid of fetched) there.add(oid);
  }
  const held = new Map([...wanted].filter(([, oid]) => there.has(oid)));
  let commands = '';
  for (const [name, oid] of current) {
    if (!held.has(name)) commands += `delete ${name}\0${oid}\0`;
  }
  for (const [name, oid] of held) {
    if (current.get(name) !== oid) commands += `update ${name}\0${oid}\0\0`;
  }
  if (commands === '') return held;
  const outcome = await git.stream({
    args: ['update-ref', '--no-deref', '-z', '--stdin'],
    repository: directory,
    input: commands,
    ...cancellable,
  });
  if (outcome.exitCode !== 0) throw gitFailure(outcome, setting);
  return held;
}

async function existing(
  { git, directory, signal }: HoldRefs,
  oids: ReadonlySet<string>,
): Promise<Set<string>> {
  const asked = [...oids].filter(isFullHash);
  const found = new Set<string>();
  if (asked.length === 0) return found;
  const outcome = await git.stream({
    args: ['cat-file', '--batch-check=%(objectname) %(objecttype)', '--buffer'],
    repository: directory,
    input: asked.map((oid) => `${oid}\n`).join(''),
    signal,
    read: (stdout) =>
      eachLine(stdout, (line) => {
        const [oid = '', type = ''] = line.split(' ');
        if (type !== 'missing') found.add(oid);
      }),
  });
  if (outcome.exitCode !== 0) throw gitFailure(outcome, setting);
  return found;
}

const setting = { doing: 'Setting the refs of', subject: 'the local mirror' };
