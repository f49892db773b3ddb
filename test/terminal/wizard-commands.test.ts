import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorkplace, type Workplace } from '../helpers/program/workplace.ts';
import { makeRepository, refsOf } from '../helpers/repositories/git-fixture.ts';
import { hostCopy } from '../helpers/repositories/host-copy.ts';
import {
  goneBranches,
  makePullRequestHistory,
  type PullRequestHistory,
  pullRequestsOf,
} from '../helpers/repositories/pull-request-fixture.ts';
import { type TerminalProgram, terminalProblem } from '../helpers/terminal/terminal.ts';
import {
  press,
  reviewAndRun,
  runLines,
  startWizard,
  toOptions,
  toSelection,
} from '../helpers/terminal/wizard.ts';
import { type WizardPath, wizardPaths } from '../helpers/terminal/wizard-paths.ts';

const problem = terminalProblem();

describe.skipIf(problem !== null)(
  `the commands that the wizard prints${problem === null ? '' : ` (${problem})`}`,
  () => {
    let material: string;
    let history: PullRequestHistory;
    beforeAll(() => {
      material = mkdtempSync(join(tmpdir(), 'migrator-material-'));
      for (const slug of ['alpha', 'legacy-one', 'legacy-two', 'crossed-1', 'crossed-2']) {
        makeRepository(material, slug);
      }
      history = makePullRequestHistory(material, 'talk');
    });
    afterAll(() => rmSync(material, { recursive: true, force: true }));

    /** The same repositories, to the last hash, wherever they are put. */
    async function fill(place: Workplace, existing: readonly string[]): Promise<void> {
      const { bitbucket } = place.sandbox;
      for (const slug of ['alpha', 'legacy-one', 'legacy-two']) {
        await hostCopy(bitbucket, { slug, from: join(material, slug) });
      }
      // No pattern tells these two apart.
      for (const [slug, name] of [
        ['crossed-1', 'crossed-2'],
        ['crossed-2', 'crossed-1'],
      ] as const) {
        await hostCopy(bitbucket, { slug, name, from: join(material, slug) });
      }
      await hostCopy(bitbucket, { slug: 'talk', from: history.folder, without: goneBranches });
      for (const one of pullRequestsOf(history)) bitbucket.addPullRequest('talk', one);
      const developers = bitbucket.settings.addGroup({ name: 'Developers' });
      const alpha = bitbucket.settings.ofRepository(bitbucket.findRepository('alpha')?.uuid ?? '');
      alpha.groups.set(developers, 'write');
      place.write('users.csv', 'source_username,target_username\nsomebody,robin-keller\n');
      const { DST_API_URL, DST_TOKEN, MIGRATOR_STATE_DIR: _ } = place.sandbox.environment;
      for (const name of existing) {
        const answer = await fetch(`${DST_API_URL}/orgs/acme/repos`, {
          method: 'POST',
          headers: { authorization: `token ${DST_TOKEN}` },
          body: JSON.stringify({ name, private: true }),
        });
        expect(answer.status).toBe(201);
      }
    }

    it.each(wizardPaths)('do the same: $what', async (path) => {
      await using one = await openWorkplace();
      await using other = await openWorkplace();
      await fill(one, path.existing ?? []);
      await fill(other, path.existing ?? []);

      const program = startWizard(one, { columns: 200, rows: 50 });
      await toSelection(program);
      await path.select?.(program);
      await toOptions(program);
      await path.choose?.(program);
      expect(await run(program, path)).toBe(0);

      const commands = program.lines().filter((line) => line.startsWith('  migrator '));
      expect(commands).toHaveLength(3);
      for (const words of path.expected) expect(commands.join('\n')).toContain(words);
      // What is listed in a file was saved with the plan.
      for (const list of ['acme-workspace-repositories.txt', 'acme-workspace-teams.csv']) {
        if (commands.join('').includes(list)) {
          copyFileSync(join(one.folder, list), join(other.folder, list));
        }
      }
      await runCommands(other, commands, path.replaces === true);

      const plan = (place: Workplace) =>
        readFileSync(join(place.folder, 'acme-workspace-plan.json'), 'utf8');
      expect(plan(other)).toBe(plan(one));
      expect(resultOf(other)).toEqual(resultOf(one));
      expect(resultOf(one).length).toBeGreaterThan(0);
    });
  },
);

async function run(program: TerminalProgram, { replaces, publishes }: WizardPath): Promise<number> {
  if (publishes) {
    program.type(press.enter);
    await program.until('1 private repository becomes visible to everyone');
    program.type('yes\r');
    await program.until('That is not public');
    program.type(`${press.ctrlU}public`);
    const ended = await reviewAndRun(program);
    expect(program.raw()).toContain('1 private repository becomes PUBLIC');
    return ended;
  }
  if (!replaces) return reviewAndRun(program);
  program.type(press.enter);
  await program.until('1 existing repository is replaced');
  program.type(press.enter);
  await program.until('Type replace to confirm');
  program.type(`replace${press.enter}`);
  await program.until('replace typed');
  program.type(press.down + press.enter);
  await program.until('q finish');
  program.type('q');
  return program.ended;
}

/** As they stand on the screen; only a script can type no name. */
async function runCommands(
  place: Workplace,
  commands: readonly string[],
  confirms: boolean,
): Promise<void> {
  await runLines(
    place,
    confirms ? [...commands.slice(0, -1), `${commands.at(-1)} --yes`] : commands,
  );
}

/** Returns what the target holds now, but for what tells the two hosts apart. */
function resultOf({ sandbox }: Workplace): readonly string[] {
  const { github } = sandbox;
  return github.repositories
    .map((repository) => {
      const pulls = repository.pulls.map(
        ({ number, title, state, merged, threads, comments, reviews }) =>
          `#${number} ${title} ${state} ${merged} ${threads.length} ${comments.length} ${reviews.length}`,
      );
      const day = /-replaced-.*$/;
      return [
        repository.name.replace(day, '-replaced'),
        repository.private ? 'private' : 'public',
        refsOf(github.gitDirectory(`acme/${repository.name}`)),
        ...pulls,
      ].join('\n');
    })
    .sort();
}
