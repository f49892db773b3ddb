import { migratesPullRequests } from '../../../choices/kept-options.ts';
import type { Person, SourceText } from '../../../ports/records/person.ts';
import type { SourceConversation, SourcePullRequest } from '../../../ports/records/pull-request.ts';
import { sourceTraits } from '../../../ports/records/source-traits.ts';
import type { TextContext } from '../../../text/context/text-context.ts';
import { convertText } from '../../../text/convert-text.ts';
import { attachmentsIn } from '../../../text/links/attachments.ts';
import {
  codeBlock,
  codeSpan,
  personLink,
  plainText,
  quote,
} from '../../../text/markdown/markdown-escape.ts';
import { splitBody } from '../../../text/scan/split-body.ts';
import type { PullRequestContext } from '../../context/pull-requests/pull-request-context.ts';
import type { RenderWords } from '../render/input/rendering.ts';
import type { KnownCommits } from './find-commits.ts';

/** Returns what a text may name by a hash; everything that looks like one is looked up in the mirror at once. */
export function hashesIn(texts: Iterable<SourceText>): ReadonlySet<string> {
  const hashes = new Set<string>();
  for (const { raw } of texts) {
    for (const [hash] of raw.matchAll(/\b[0-9a-f]{7,40}\b/gi)) hashes.add(hash.toLowerCase());
  }
  return hashes;
}

/** Every text of a pull request. */
export function* textsOf(
  { description }: SourcePullRequest,
  { comments, tasks }: SourceConversation,
): Generator<SourceText> {
  yield description;
  for (const { text } of comments) yield text;
  for (const { text } of tasks) yield text;
}

/** How one pull request's texts become the target's. Gathers the images that stay behind. */
export function createWords(
  context: PullRequestContext,
  options: { known: KnownCommits; attachments: ReadonlyMap<string, string | null> },
): { words: RenderWords; leftImages: ReadonlySet<string> } {
  const leftImages = new Set<string>();
  const text = textContext(context, options);
  const { users, target } = context.repository;
  const words: RenderWords = {
    convert(source) {
      const { markdown, leftImages: left } = convertText(source, text);
      for (const address of left) leftImages.add(address);
      for (const address of attachmentsIn([source])) {
        if ((options.attachments.get(address) ?? null) === null) leftImages.add(address);
      }
      return markdown;
    },
    person: (person) => personText(person, users?.find.bind(users) ?? null, text.targetWebUrl),
    plainText,
    codeSpan,
    codeBlock,
    quote,
    splitBody,
    maxBody: target.limits.bodyCharacters,
    commentsPerReview: target.limits.commentsPerReview,
    time: (iso) => `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`,
    commit: (hash) => commitText(text, context.repository.planned.source, hash),
  };
  return { words, leftImages };
}

function personText(
  person: Person | null,
  findLogin: ((person: Person) => string | null) | null,
  targetWebUrl: string,
): string {
  if (person === null) return 'a former user';
  // Of a name of invisible characters alone nothing is left.
  const name =
    plainText(person.displayName) || plainText(person.nickname ?? '') || 'someone without a name';
  const login = findLogin?.(person) ?? null;
  return login === null ? name : `${personLink(login, targetWebUrl)} (${name})`;
}

function commitText(text: TextContext, slug: string, hash: string): string {
  const there = text.commitHash(slug, hash);
  const address = text.repositories.get(slug.toLowerCase())?.webUrl;
  const short = codeSpan((there ?? hash).slice(0, 12));
  return there === null || address === undefined ? short : `[${short}](${address}/commit/${there})`;
}

function textContext(
  context: PullRequestContext,
  { known, attachments }: Parameters<typeof createWords>[1],
): TextContext {
  const { repository, people } = context;
  const { plan, planned, target, source, targetName, users, kept, sourceName } = repository;
  const own = planned.source.toLowerCase();
  const repositories = new Map(
    plan.repositories.map(({ source: slug, target: name }) => [
      slug.toLowerCase(),
      { webUrl: `${target.webUrl}/${targetName.owner}/${name}` },
    ]),
  );
  return {
    source: {
      kind: plan.source.kind,
      webUrl: source.webUrl,
      // Old texts name the public address, whichever address the host is reached by now.
      otherWebUrls: sourceTraits[plan.source.kind].publicWebUrls,
      ...sourceName,
    },
    targetWebUrl: target.webUrl,
    attachments: new Map(
      [...attachments].flatMap(([from, to]) => (to === null ? [] : [[from, to]])),
    ),
    repositories,
    pullRequestNumber(slug, number) {
      if (slug.toLowerCase() === own) return context.numbers.onTarget(number);
      const other = plan.repositories.find(
        (one) => one.source.toLowerCase() === slug.toLowerCase(),
      );
      return other !== undefined && migratesPullRequests(kept, other) ? number : null;
    },
    commitHash(slug, hash) {
      if (slug.toLowerCase() === own) return known.get(hash.toLowerCase()) ?? null;
      // Where all of the history comes over every commit keeps its name.
      const keepsNames = repositories.has(slug.toLowerCase()) && repository.options.depth === null;
      return keepsNames ? hash : null;
    },
    findPerson(name) {
      const person = people.find(name);
      const login =
        (person === null ? null : users?.find(person)) ?? users?.findByName(name) ?? null;
      if (person === null && login === null) return null;
      return { displayName: person?.displayName ?? name, login };
    },
  };
}
