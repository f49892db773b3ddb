import type { Clock } from '../../kernel/clock.ts';
import type { PlannedRepository } from '../../plan/plan-schema.ts';
import { isUnconfirmed } from '../../plan/publication.ts';
import type { Write, WriteJournal } from '../../ports/records/write.ts';
import type { SourceHost } from '../../ports/source-host.ts';
import type { TargetHost } from '../../ports/target-host.ts';
import { nameInWrite } from '../control/target-guard.ts';
import { findSources } from '../sync/look/find-sources.ts';
import type { HeldPublications, PublishedSource } from './held-publications.ts';
import { publishesPrivate, SourceIsPrivate } from './stays-private.ts';

/** Milliseconds in which texts are sent after one look: a source may allow no more than 1,000 requests an hour. */
const lookLasts = 60_000;

interface PublicationGuard {
  readonly held: () => { readonly publications: HeldPublications } | null;
  readonly openTarget: () => Pick<TargetHost, 'hostname' | 'gitAccess' | 'findRepository'>;
  readonly openSource: () => Pick<SourceHost, 'hostname' | 'findRepository' | 'listRepositories'>;
  readonly clock: Pick<Clock, 'now'>;
}

/**
 * The same journal, which lets nothing of a private source become public unless the plan confirms it: neither by opening the
 * target nor by what is sent to an open one. Asked at each attempt, because a request may have waited long for a limit, and
 * the source may have become private meanwhile.
 */
export function guardPublication<Journal extends WriteJournal>(
  journal: Journal,
  { held, openTarget, openSource, clock }: PublicationGuard,
): Journal {
  const lookedAt = new Map<string, number>();
  function isKnown(write: Write, fullName: string): boolean {
    if (write.kind !== 'request' || opensTarget(write)) return false;
    return clock.now() - (lookedAt.get(fullName) ?? Number.NEGATIVE_INFINITY) < lookLasts;
  }
  async function check(write: Write): Promise<void> {
    const publications = held()?.publications;
    const opens = opensTarget(write);
    if (publications === undefined || !(opens || carriesContent(write))) return;
    const name = nameInWrite(write, openTarget);
    const fullName = `${name?.owner}/${name?.name}`;
    if (name === null || isKnown(write, fullName)) return;
    const published = await publications.find(name);
    if (published === null || !mayPublish(published.planned, { opens })) return;
    const [source, target] = [openSource(), openTarget()];
    if (!opens && !(await isPublic(target, name))) return;
    if (!(await isPublicOnSource(source, published))) {
      const names = { slug: published.planned.source, targetFullName: fullName };
      throw opens
        ? new SourceIsPrivate(names, source.hostname)
        : publishesPrivate(names, { source, target });
    }
    lookedAt.set(fullName, clock.now());
  }
  return {
    ...journal,
    async begin(write) {
      await check(write);
      return journal.begin(write);
    },
  };
}

/** A repair may open what the plan does not. */
function mayPublish(planned: PlannedRepository, { opens }: { readonly opens: boolean }): boolean {
  return isUnconfirmed(opens ? { ...planned, visibility: 'public' } : planned, null);
}

function opensTarget(write: Write): boolean {
  const body = bodyOf(write);
  return body.visibility === 'public' || body.private === false;
}

/** Other requests must pass: they set a target to private, archive it, or turn Actions on again. */
function carriesContent(write: Write): boolean {
  if (write.kind !== 'request') return true;
  const body = bodyOf(write);
  return ['title', 'body', 'comments', 'description'].some((key) => body[key] !== undefined);
}

function bodyOf(write: Write): Readonly<Record<string, unknown>> {
  if (write.kind !== 'request' || typeof write.body !== 'object') return {};
  return { ...write.body };
}

async function isPublic(
  target: Pick<TargetHost, 'findRepository'>,
  name: { readonly owner: string; readonly name: string },
): Promise<boolean> {
  const lookup = await target.findRepository(name);
  return lookup.state === 'present' && lookup.repository.visibility === 'public';
}

/** A repository keeps its id when it is renamed. */
async function isPublicOnSource(
  source: Pick<SourceHost, 'findRepository' | 'listRepositories'>,
  { planned, workspace, id }: PublishedSource,
): Promise<boolean> {
  const { found } = await findSources({
    ...{ source, workspace, repositories: [planned], areFew: true },
    ids: new Map([[planned.source, id]]),
    signal: new AbortController().signal,
  });
  const one = found.get(planned.source);
  if (one?.kind === 'failed') throw one.error;
  return one?.kind === 'found' && one.repository.visibility === 'public';
}
