import type { SourceText } from '../../../ports/records/person.ts';
import type { PullRequestContext } from '../pull-request-context.ts';

/**
 * Texts mention people by an account id alone. Those who have taken part are known; for the others the members of the
 * workspace are asked for, once a migration and only if somebody is mentioned whom nobody knows.
 */
export async function learnMembers(
  { repository, people }: PullRequestContext,
  texts: readonly SourceText[],
): Promise<void> {
  const isUnknown = texts.some(({ raw }) =>
    [...raw.matchAll(/@(\{[^{}\s]{1,100}\}|[0-9a-f]{24}\b|\d+:[0-9a-f-]{36}\b)/gi)].some(
      ([, name = '']) => people.find(name) === null && people.find(bare(name)) === null,
    ),
  );
  if (!isUnknown) return;
  const { source, plan, learned, signal } = repository;
  learned.members ??= source.pullRequests.members({ workspace: plan.source.workspace, signal });
  for (const person of await learned.members) people.add(person);
}

/** Account ids stand in braces in a text. */
function bare(name: string): string {
  return name.replace(/^\{|\}$/g, '');
}
