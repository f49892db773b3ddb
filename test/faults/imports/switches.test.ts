import { describe, expect, it } from 'vitest';
import {
  type ImporterRules,
  importerRules,
} from '../../../sandbox/github/importer/importer-rules.ts';
import { unlimitedGithub } from '../../../sandbox/github/rate-limit/limits.ts';
import type { GithubPullRequest } from '../../../sandbox/github/tracker/records.ts';
import { openWorkplace } from '../../helpers/program/workplace.ts';
import { newestMigration } from '../../helpers/repositories/migration-fixture.ts';
import { honest } from '../../sandbox/github/importer/import-changed.ts';

/** Sources with the formats of their archives. */
const archives = [
  { source: 'bitbucket-cloud', format: 'github' },
  { source: 'bitbucket-data-center', format: 'bitbucket-server' },
] as const;

/** Everything of the largest repository of the sample after its import, and what verifications say before and after a repair. */
async function importWith(
  { source, format }: (typeof archives)[number],
  change: Partial<ImporterRules>,
) {
  await using place = await openWorkplace({
    ...{ source, workspace: 'sample', limits: { github: unlimitedGithub } },
  });
  Object.assign(place.sandbox.github.importer.rules, honest, change);
  const slug = 'payments-service-new';
  const plan = { ...place.plan(slug), engine: 'archive', archive_format: format };
  place.write('plan.json', plan);
  const { code, stderr } = await place.run(['migrate', '--plan', 'plan.json']);
  expect(code, stderr).toBe(0);
  const pulls = place.sandbox.github.findRepository(`acme/${slug}`)?.pulls ?? [];
  const shown = pulls.map(formOf).sort((one, other) => one.number - other.number);
  const id = await newestMigration(place);
  const verified = await place.run(['verify', '--migration', id, '--json']);
  const { defects } = JSON.parse(verified.stdout).counts;
  // Hosts have other ports each time.
  const text = JSON.stringify(shown).replaceAll(/127\.0\.0\.1:\d+/g, 'host');
  const repaired = await place.run(['verify', '--migration', id, '--repair', '--json']);
  const { counts } = JSON.parse(repaired.stdout);
  return {
    ...{ shown: text, defects, remaining: counts.defects, code: repaired.code },
    warns: stderr.includes('from Bitbucket after the import'),
  };
}

/** Without ids, and with people by the order in which they come. */
function formOf(pull: GithubPullRequest) {
  const people = new Map<string, number>();
  const person = ({ login }: { readonly login: string }) => {
    people.set(login, people.get(login) ?? people.size);
    return people.get(login);
  };
  const { number, title, body, draft, merged, state, createdAt } = pull;
  return {
    ...{ number, title, body, draft, merged, state, createdAt, author: person(pull.author) },
    reviews: pull.reviews.map((one) => [person(one.author), one.state, one.body, one.submittedAt]),
    comments: pull.comments.map((one) => [person(one.author), one.body, one.createdAt]),
    threads: pull.threads.map(({ path, place, outdated, resolvedBy, comments }) => [
      ...[path, place, outdated, resolvedBy !== null],
      ...comments.map((one) => [person(one.author), one.body, one.createdAt]),
    ]),
    waiting: pull.requestedReviewers.length,
    // Others are not compared.
    events: pull.events.flatMap(({ event, actor, createdAt }) =>
      /^review_|_deleted$/.test(event) ? [] : [[event, actor && person(actor), createdAt]],
    ),
  };
}

/** Switches whose effect is on pull requests. */
const switches = Object.keys(honest) as (keyof ImporterRules)[];

describe.each(archives)('a switch of the importer, from $source as $format', (archive) => {
  it('changes nothing that is not found and repaired', { timeout: 480_000 }, async () => {
    const whole = await importWith(archive, {});
    expect(whole).toMatchObject({ defects: 0, remaining: 0, code: 0, warns: false });
    const found: Record<string, boolean> = {};
    for (const name of switches) {
      const other = await importWith(archive, { [name]: importerRules[name] });
      const { defects, warns, remaining, code } = other;
      const differs = other.shown !== whole.shown;
      found[name] = differs;
      expect({ name, isFound: defects > 0, warns, remaining, code }).toEqual({
        ...{ name, isFound: differs, warns: differs, remaining: 0, code: 0 },
      });
    }
    // Logins alone may change without a loss; nearly all others do harm to the sample.
    expect(Object.values(found).filter(Boolean).length).toBeGreaterThan(3);
  });
});
