import { adoptAll } from '../../../journal/intents.ts';
import { MigratorError } from '../../../kernel/errors.ts';
import { count, namesText } from '../../../kernel/format/format.ts';
import type { RepositoryContext } from '../../context/migration-context.ts';
import { type Authors, createAuthors } from '../../diff/imports/authors.ts';
import { differs } from '../../diff/imports/differs.ts';
import { type ImportedRows, importedRows } from '../../diff/imports/imported-rows.ts';
import { judgeImport } from '../../diff/imports/judge-import.ts';
import { learnAuthors } from '../../diff/imports/learn-authors.ts';
import { matchItems } from '../../diff/imports/match-items.ts';
import { type ExpectedImport, forgetExpected } from '../../recorded/imports/expected-import.ts';
import { comparedImport } from '../../recorded/imports/import-documents.ts';
import { writtenArchive } from '../../recorded/written-archive.ts';
import { accountsOfNobody } from './accounts-of-nobody.ts';
import { type Imported, readImported } from './read-imported.ts';

/** Compares all pull requests with what was sent, and keeps in the state what each became. */
export async function compareAll(
  context: RepositoryContext,
  expected: ReadonlyMap<number, ExpectedImport>,
): Promise<void> {
  const { records } = context;
  const imported = await readImported(context, (number) => {
    return expected.get(number)?.items.some(({ kind }) => kind === 'review-comment') === true;
  });
  requireAll(context, expected, imported);
  const judging = {
    authors: authorsOf(expected, imported, await accountsOfNobody(context, imported)),
    nameOf: await namer(context),
  };
  const all = [...expected];
  // Pull requests that nobody has sent.
  let different = [...imported.pullRequests.keys()].filter((one) => !expected.has(one)).length;
  for (let at = 0; at < all.length; at += atOnce) {
    const compared: Compared[] = [];
    for (const [number, one] of all.slice(at, at + atOnce))
      compared.push(await compareOne(context, { ...judging, number, expected: one, imported }));
    different += compared.filter((one) => one.isDifferent).length;
    const writes = compared.flatMap((one) => one.writes);
    await adoptAll(records, 'comment', writes);
    await adoptAll(
      records,
      'pull-request',
      compared.map(({ pullRequest }) => pullRequest),
    );
  }
  const accounts = Object.fromEntries(judging.authors.certain());
  await comparedImport.save(records, { accounts, different, written: countWritten(expected) });
  await forgetExpected(records);
}

/** Pull requests whose rows are kept by one write. */
const atOnce = 50;

type Compared = ImportedRows & { readonly isDifferent: boolean };

/** @throws `verification` where whole pull requests are missing: such a repository is of no use */
function requireAll(
  { targetFullName }: RepositoryContext,
  expected: ReadonlyMap<number, ExpectedImport>,
  { pullRequests }: Imported,
): void {
  const missing = [...expected.keys()].filter((number) => !pullRequests.has(number));
  if (missing.length === 0) return;
  const which = namesText(missing.map((number) => `#${number}`));
  const message = `${targetFullName} lacks ${count(missing.length, 'pull request')} after the import: ${which}`;
  throw new MigratorError('verification', message, {
    hint: `The host may list the newest ones late: resume to check again. If they stay missing, delete ${targetFullName} and start over with --reset-repo.`,
    retry: 'yes',
  });
}

/** Authors of pull requests are certain: they are found by their numbers. */
function authorsOf(
  expected: ReadonlyMap<number, ExpectedImport>,
  imported: Imported,
  nobody: ReadonlySet<string>,
): Authors {
  const logins = new Set(
    [...expected.values()].flatMap(({ by, items }) => [by, ...items.map((one) => one.by)]),
  );
  const authors = createAuthors({
    nobody,
    logins: new Set([...logins].flatMap((one) => one ?? [])),
  });
  for (const [number, { by }] of expected)
    authors.learn(by, imported.pullRequests.get(number)?.author ?? null);
  learnAuthors(
    authors,
    [...expected].map(([number, { items }]) => {
      return { expected: items, actual: imported.items.get(number) ?? [] };
    }),
  );
  return authors;
}

async function namer({ records }: RepositoryContext): Promise<(login: string | null) => string> {
  const people = (await writtenArchive.read(records))?.people ?? [];
  const names = new Map(people.map(({ login, name }) => [login, name ?? login]));
  return (login) => (login === null ? 'a deleted account' : (names.get(login) ?? login));
}

async function compareOne(
  { target, targetName, signal }: RepositoryContext,
  options: {
    readonly number: number;
    readonly expected: ExpectedImport;
    readonly imported: Imported;
    readonly authors: Authors;
    readonly nameOf: (login: string | null) => string;
  },
): Promise<Compared> {
  const { number, expected, imported, authors, nameOf } = options;
  const actual = imported.pullRequests.get(number);
  if (actual === undefined) throw new TypeError(`#${number} is missing`);
  const matched = matchItems(expected.items, imported.items.get(number) ?? [], authors);
  const asks = expected.outcome === 'open' && expected.reviewers.length > 0;
  const reviewers = asks
    ? await target.pullRequests.listReviewers({ ...targetName, number, signal })
    : null;
  const events = imported.events.get(number) ?? null;
  const losses = judgeImport({ expected, actual, matched, events, reviewers, authors, nameOf });
  const isDifferent = losses.length > 0 || differs(expected, actual, matched);
  const rows = importedRows({
    number,
    url: actual.webUrl,
    expected,
    matched,
    losses,
    isDraft: actual.isDraft,
  });
  return { ...rows, isDifferent };
}

function countWritten(
  expected: ReadonlyMap<number, ExpectedImport>,
): Readonly<Record<string, number>> {
  const counts = new Map<string, number>();
  for (const { by, items } of expected.values()) {
    for (const login of [by, ...items.map((item) => item.by)])
      if (login !== null) counts.set(login, (counts.get(login) ?? 0) + 1);
  }
  return Object.fromEntries(counts);
}
