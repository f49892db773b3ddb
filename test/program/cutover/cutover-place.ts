import { usersEnvironment } from '../../../sandbox/environment.ts';
import { runCommandLine } from '../../../src/cli/main.ts';
import type { Plan, PlannedRepository } from '../../../src/core/plan/plan-schema.ts';
import { administrator, noAdministrator } from '../../core/verbs/cutover/lock/locked-sandbox.ts';
import { createProgramHere, standIn } from '../../helpers/program/run-here.ts';
import { type Ended, environmentIn } from '../../helpers/program/run-program.ts';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';
import { refsOf } from '../../helpers/repositories/git-fixture.ts';
import {
  addPullRequests,
  addRepositories,
  newestMigration,
  targetOf,
} from '../../helpers/repositories/migration-fixture.ts';

/** A migration whose targets follow their sources, and what cuts it over with an administrator's credentials. */
export interface CutoverPlace extends Workplace {
  readonly migration: string;
  /** Of an administrator of the source. */
  readonly credentials: Readonly<Record<string, string>>;
  /** Of somebody who may push, and administers nothing. */
  readonly weakCredentials: Readonly<Record<string, string>>;
  cutover(...args: readonly string[]): Promise<Ended>;
  /** Returns what restricts a repository of the source, as the host holds it. */
  restrictions(slug: string): readonly unknown[];
  isEqual(slug: string): boolean;
  /** The bare repository on the target. */
  targetOf(slug: string): string;
}

export async function openCutoverPlace(
  {
    prepare,
    ...options
  }: Parameters<typeof openWorkplace>[0] & {
    /** Changes the plan, and what it needs on the hosts. */
    readonly prepare?: (place: Workplace, plan: Plan) => Plan;
  } = {},
  slugs: readonly string[] = ['one', 'two'],
  /** Has pull requests, and they are migrated. */
  withPullRequests: string | null = null,
  environment: Readonly<Record<string, string>> = {},
  /** Changes to the plan's entry of each repository. */
  edit: (planned: PlannedRepository) => PlannedRepository = (one) => one,
): Promise<CutoverPlace> {
  const place = await openWorkplace({ limits: { bitbucket: 'none', github: 'none' }, ...options });
  const { sandbox } = place;
  await addRepositories(place, ...slugs);
  if (withPullRequests !== null) await addPullRequests(place, withPullRequests);
  const planned = place.plan(...slugs, ...(withPullRequests === null ? [] : [withPullRequests]));
  const changed = prepare === undefined ? planned : prepare(place, planned);
  place.write('plan.json', {
    ...changed,
    follow: true,
    // All are in the first wave, but for one that has a name of its own.
    repositories: changed.repositories.map((one) => ({
      ...edit(one),
      wave: one.source === 'later' ? 2 : 1,
    })),
    options: { pull_requests: { migrate: withPullRequests !== null } },
  });
  const { code, stderr } = await place.run(['migrate', '--plan', 'plan.json'], environment);
  if (code !== 0) throw new Error(stderr);
  const migration = await newestMigration(place, environment);
  const tokenOf = ({ scopes, right }: typeof administrator | typeof noAdministrator) => {
    const variables: Record<string, string> =
      sandbox.dataCenter === null
        ? { SRC_API_TOKEN: sandbox.bitbucket.credentials.addApiToken({ scopes }) }
        : { SRC_TOKEN: sandbox.dataCenter.addToken({ right }) };
    return variables;
  };
  const credentials = { ...environment, ...tokenOf(administrator) };
  return {
    ...place,
    migration,
    credentials,
    weakCredentials: tokenOf(noAdministrator),
    cutover: (...args) =>
      place.run(['cutover', '--migration', migration, '--yes', ...args], credentials),
    restrictions(slug) {
      const book = sandbox.dataCenter?.settings ?? sandbox.bitbucket.settings;
      const found = sandbox.bitbucket.findRepository(slug);
      if (found === null) throw new Error(slug);
      return JSON.parse(JSON.stringify(book.ofRepository(found.uuid).restrictions));
    },
    targetOf: (slug) => targetOf(place, slug),
    isEqual: (slug) =>
      refsOf(targetOf(place, slug)) === refsOf(sandbox.bitbucket.gitDirectory(slug)),
  };
}

/** Cuts over as a person does who is asked: `act` is called while they read the last question. */
export async function cutoverAsked(
  place: CutoverPlace,
  act: () => void | Promise<void>,
  ...args: readonly string[]
): Promise<Ended> {
  const variables = { ...usersEnvironment(place.sandbox), ...place.credentials };
  const environment = environmentIn({ cwd: place.folder, environment: variables });
  const { program, written } = createProgramHere({
    environment,
    temporaryFolder: place.folder,
    async ask(question) {
      if (question.includes('Lock Bitbucket')) await act();
      return 'y';
    },
  });
  using _ = standIn(place.folder);
  const code = await runCommandLine(['cutover', '--migration', place.migration, ...args], program);
  return { code, ...written };
}
