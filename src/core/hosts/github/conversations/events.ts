import * as z from 'zod';
import { field } from '../../../network/response/response.ts';
import type { PullRequestName } from '../../../ports/pull-request-target.ts';
import type { Cancellable } from '../../../ports/records/target-address.ts';
import type { AuditedEvent } from '../../../ports/target-audit.ts';
import { connectionOf, connectionPages, readConnection } from '../rest/graphql-pages.ts';
import type { GitHub } from '../rest/shared.ts';

const kinds: ReadonlyMap<string, AuditedEvent['kind']> = new Map([
  ['MergedEvent', 'merged'],
  ['ClosedEvent', 'closed'],
  ['ReopenedEvent', 'reopened'],
  ['RenamedTitleEvent', 'renamed'],
  ['HeadRefForcePushedEvent', 'force-pushed'],
]);

/** `MergedEvent` is the type of `MERGED_EVENT`. */
const itemTypes = [...kinds.keys()].map((type) => {
  return type.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_').toUpperCase();
});

const perType = [...kinds.keys()].map((type) => {
  const more = type === 'MergedEvent' ? ' commit { oid }' : '';
  return `... on ${type} { createdAt actor { login }${more} }`;
});

const nodesField = `pageInfo { hasNextPage endCursor } nodes { __typename ${perType.join(' ')} }`;
const ofTypes = `itemTypes: [${itemTypes.join(', ')}]`;

/** Asks for the first hundred events of a pull request. */
export const eventsField = `timelineItems(first: 100, ${ofTypes}) { ${nodesField} }`;

const moreEvents = `query($owner: String!, $name: String!, $number: Int!, $after: String) {
  repository(owner: $owner, name: $name) {
    pullRequest(number: $number) { timelineItems(first: 100, after: $after, ${ofTypes}) { ${nodesField} } }
  }
}`;

const eventRow = z
  .object({
    __typename: z.string(),
    createdAt: z.string(),
    actor: z.object({ login: z.string() }).nullable().catch(null),
    commit: z.object({ oid: z.string() }).nullable().catch(null),
  })
  .nullable()
  .catch(null);

export const eventsSchema = connectionOf(eventRow);

type EventsNode = z.infer<typeof eventsSchema>;

/** Returns all events of a pull request, whose first hundred are known. One query for each hundred more. */
export async function allEvents(
  github: GitHub,
  request: PullRequestName & Cancellable,
  first: EventsNode,
): Promise<readonly AuditedEvent[]> {
  const { owner, name, number, signal } = request;
  const what = `events of pull request ${number} in ${owner}/${name}`;
  async function ask(after: string | null): Promise<EventsNode> {
    const variables = { owner, name, number, after };
    const { data, errors } = await github.graphQl(moreEvents, variables, { signal });
    const found = field(field(field(data, 'repository'), 'pullRequest'), 'timelineItems');
    return readConnection(eventsSchema, found, { errors, host: github.host, what });
  }
  const all = toEvents(first);
  for await (const page of connectionPages({ host: github.host, what, first, ask }))
    all.push(...toEvents(page));
  return all;
}

function toEvents({ nodes }: EventsNode): AuditedEvent[] {
  return nodes.flatMap((node): AuditedEvent[] => {
    const kind = kinds.get(node?.__typename ?? '');
    if (node === null || kind === undefined) return [];
    const { actor, createdAt: at, commit } = node;
    return [{ kind, by: actor?.login ?? null, at, commit: commit?.oid ?? null }];
  });
}
