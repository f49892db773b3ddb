import type { Clock } from '../../../kernel/clock.ts';
import { isTooOpen, isUnconfirmed } from '../../../plan/publication.ts';
import type { Visibility } from '../../../ports/records/repository.ts';
import type { RepositoryName } from '../../../ports/records/target-address.ts';
import type { Write, WriteJournal } from '../../../ports/records/write.ts';
import type { SourceHost } from '../../../ports/source-host.ts';
import type { TargetHost } from '../../../ports/target-host.ts';
import type { PlannedPublications, PublishedSource } from '../../context/planned-publications.ts';
import { nameInWrite } from '../guard/target-guard.ts';
import { findSources } from './find-sources.ts';
import { SourceIsPrivate, showsPrivate } from './stays-private.ts';

/** Milliseconds in which texts are sent after one look at the source, which may allow no more than 1,000 requests an hour. */
const sourceReadLasts = 60_000;
/** The same after a look at the target alone. */
const targetReadLasts = 1000;

interface PublicationGuard {
  readonly findLease: () => { readonly publications: PlannedPublications } | null;
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
  { findLease, openTarget, openSource, clock }: PublicationGuard,
): Journal {
  const knownUntil = new Map<string, number>();
  function isKnown(write: Write, fullName: string): boolean {
    if (write.kind !== 'request' || opensTarget(write)) return false;
    return clock.now() < (knownUntil.get(fullName) ?? Number.NEGATIVE_INFINITY);
  }
  async function check(write: Write): Promise<void> {
    const publications = findLease()?.publications;
    const opens = opensTarget(write);
    if (publications === undefined || !(opens || carriesContent(write))) return;
    const name = nameInWrite(write, openTarget);
    const fullName = `${name?.owner}/${name?.name}`;
    if (name === null || isKnown(write, fullName)) return;
    const published = await publications.find(name);
    if (published === null) return;
    if (opens) return checkOpening(published, fullName);
    const milliseconds = await checkContent(published, { ...name, fullName });
    knownUntil.set(fullName, clock.now() + milliseconds);
  }
  async function checkOpening(published: PublishedSource, targetFullName: string): Promise<void> {
    const { planned } = published;
    const source = openSource();
    // A repair may open what the plan does not.
    if (!isUnconfirmed({ ...planned, visibility: 'public' }, null)) return;
    if (await isPublicOnSource(source, published)) return;
    throw new SourceIsPrivate({ slug: planned.source, targetFullName }, source.hostname);
  }
  /** @returns milliseconds for which the answer counts */
  async function checkContent(
    published: PublishedSource,
    name: RepositoryName & { readonly fullName: string },
  ): Promise<number> {
    const { planned } = published;
    // More open than that it cannot be.
    if (!isTooOpen('public', planned, null)) return sourceReadLasts;
    const [source, target] = [openSource(), openTarget()];
    const visibility = await visibilityOf(target, name);
    if (visibility === null || !isTooOpen(visibility, planned, null)) return targetReadLasts;
    if (await isPublicOnSource(source, published)) return sourceReadLasts;
    throw showsPrivate({ planned, targetFullName: name.fullName, source, target }, visibility);
  }
  return {
    ...journal,
    async begin(write) {
      await check(write);
      return journal.begin(write);
    },
  };
}

function opensTarget(write: Write): boolean {
  const body = bodyOf(write);
  return body.visibility === 'public' || body.private === false;
}

/** Texts of the source. `names` are topics. */
const contentKeys = [
  ...['title', 'body', 'comments', 'description'],
  ...['commit_title', 'commit_message', 'names', 'homepage'],
];

/**
 * Other requests must pass: they set a target to private, archive it, turn Actions on again, or restore rules. Settings of how
 * to merge are choices of the host without texts.
 */
function carriesContent(write: Write): boolean {
  if (write.kind !== 'request') return true;
  const body = bodyOf(write);
  return contentKeys.some((key) => body[key] !== undefined);
}

function bodyOf(write: Write): Readonly<Record<string, unknown>> {
  if (write.kind !== 'request' || typeof write.body !== 'object') return {};
  return { ...write.body };
}

async function visibilityOf(
  target: Pick<TargetHost, 'findRepository'>,
  { owner, name }: RepositoryName,
): Promise<Visibility | null> {
  const lookup = await target.findRepository({ owner, name });
  return lookup.state === 'present' ? lookup.repository.visibility : null;
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
