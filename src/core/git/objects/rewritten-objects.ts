import { rewriteTag, tagTarget } from '../history/rewrite-commit.ts';
import { type MirrorOptions, runInMirror } from '../process/mirror-command.ts';
import { encodePack, type NewObject, objectName } from './object-pack.ts';
import { readObjects } from './read-objects.ts';

/** Describes what is gathered while objects are rewritten. */
export interface Rewriting {
  /** Old name -> new name. */
  readonly rewritten: Map<string, string>;
  readonly lostSignatures: string[];
  readonly objects: NewObject[];
}

/** Annotated tags, and tags of tags: those that others name come first. */
export async function rewriteTags(
  mirror: MirrorOptions,
  named: ReadonlySet<string>,
  work: Rewriting,
): Promise<void> {
  const tags = new Map<string, string>();
  let wanted = [...named].filter((oid) => !work.rewritten.has(oid));
  while (wanted.length > 0) {
    const next = new Set<string>();
    await readObjects({
      ...mirror,
      oids: wanted,
      onObject({ oid, type, content }) {
        if (type !== 'tag') return;
        const raw = content.toString('latin1');
        tags.set(oid, raw);
        const target = tagTarget(raw);
        if (target?.type === 'tag' && !tags.has(target.object)) next.add(target.object);
      },
    });
    wanted = [...next];
  }
  for (const [oid, raw] of innermostFirst(tags)) {
    const target = tagTarget(raw);
    const moved = target === null ? undefined : work.rewritten.get(target.object);
    if (moved !== undefined) noteRewritten(work, oid, 'tag', rewriteTag(raw, moved));
  }
}

function innermostFirst(tags: ReadonlyMap<string, string>): [string, string][] {
  const ordered: [string, string][] = [];
  const done = new Set<string>();
  for (const start of tags.keys()) {
    const chain: [string, string][] = [];
    let oid: string | undefined = start;
    while (oid !== undefined && !done.has(oid)) {
      const raw = tags.get(oid);
      if (raw === undefined) break;
      done.add(oid);
      chain.push([oid, raw]);
      oid = tagTarget(raw)?.object;
    }
    ordered.push(...chain.reverse());
  }
  return ordered;
}

export function noteRewritten(
  work: Rewriting,
  oid: string,
  type: NewObject['type'],
  changed: { raw: string; lostSignature: boolean },
): void {
  const object: NewObject = { type, content: Buffer.from(changed.raw, 'latin1') };
  work.rewritten.set(oid, objectName(object, oid));
  work.objects.push(object);
  if (changed.lostSignature) work.lostSignatures.push(oid);
}

/** Writes all that was gathered as one pack, and forgets it. */
export async function writeObjects(
  mirror: MirrorOptions,
  { objects }: Pick<Rewriting, 'objects'>,
  { sample, doing }: { sample: string; doing: string },
): Promise<void> {
  if (objects.length === 0) return;
  const input = encodePack(objects.splice(0), sample);
  await runInMirror(mirror, { args: ['index-pack', '--stdin'], doing, input });
}
