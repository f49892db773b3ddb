import { type Journal, once } from '../../../journal/once.ts';
import { interrupted } from '../../../kernel/errors.ts';
import type { SourceLock } from '../../../ports/source-lock.ts';
import { sourceNote } from '../../../text/context/source-note.ts';
import type { CutoverRepository, CutoverRun } from '../run/cutover-request.ts';
import { sourceOf } from '../run/find-source.ts';
import { forEach, type PhaseWork } from '../run/in-phase.ts';

/**
 * Comments on each open pull request of the sources that says where it continues. Journaled one by one: none is written twice.
 * @returns notes that were written now, by slug
 */
export async function announce(
  run: CutoverRun,
  lock: SourceLock,
  repositories: readonly CutoverRepository[],
): Promise<ReadonlyMap<string, number>> {
  const open = repositories.filter(({ done }) => done.has('open'));
  const written = await forEach(run, open, async (one) => {
    // Comments go by names and numbers.
    await sourceOf(run, one);
    const addresses = await openPullRequests(run, one);
    let notes = 0;
    for (const [number, webUrl] of addresses) {
      if (run.drain.aborted) throw interrupted();
      if (await noteOn(run, lock, { one, number, webUrl })) notes += 1;
    }
    return [one.planned.source, notes] as const;
  });
  return new Map(written);
}

/** Finds pull requests that have become one on the target: its address, by the number on the source. */
async function openPullRequests(
  { services, migration, plan }: CutoverRun,
  { planned, signal }: PhaseWork,
): Promise<ReadonlyMap<number, string>> {
  const { store, source } = services;
  const made = await store.listObjects(migration.id, planned.source, 'pull-request');
  const addresses = new Map(made.map((row) => [row.sourceId, row.targetUrl]));
  const open = new Map<number, string>();
  const name = { workspace: plan.source.workspace, slug: planned.source };
  for await (const page of source.pullRequests.list({ ...name, toCompare: true, signal })) {
    for (const { number, state } of page.pullRequests) {
      const address = addresses.get(String(number)) ?? '';
      if (state === 'open' && address !== '') open.set(number, address);
    }
  }
  return open;
}

interface Note {
  readonly one: PhaseWork;
  readonly number: number;
  readonly webUrl: string;
}

/** @returns whether it was written now */
async function noteOn(run: CutoverRun, lock: SourceLock, note: Note): Promise<boolean> {
  const { services, plan } = run;
  const { records, planned, signal } = note.one;
  const { number } = note;
  const id = `note ${number}`;
  const known = await records.findObject('cutover', id);
  if (known?.targetId) return false;
  const name = { workspace: plan.source.workspace, slug: planned.source };
  const place = { ...name, number, signal };
  const text = sourceNote(note.webUrl);
  await once(journalOf(run, lock, note.one), {
    ...{ kind: 'cutover', id, known: known ?? undefined },
    failure: `A comment on pull request ${number} in ${name.workspace}/${name.slug} could not be written`,
    send: async () => ({ targetId: await lock.addNote({ ...place, text }), targetUrl: '' }),
    async find() {
      const { comments } = await services.source.pullRequests.comments(place);
      const found = comments.find((comment) => comment.text.raw.trim() === text);
      return found === undefined ? null : { targetId: found.id, targetUrl: '' };
    },
  });
  return true;
}

function journalOf({ services }: CutoverRun, lock: SourceLock, one: PhaseWork): Journal {
  const { records, signal, enteredAt } = one;
  return { ...services, target: lock, records, signal, enteredAt };
}
