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

const problem = terminalProblem();

interface Path {
  readonly what: string;
  /** On the list of repositories. */
  readonly select?: (program: TerminalProgram) => Promise<void>;
  /** On the options. */
  readonly choose?: (program: TerminalProgram) => Promise<void>;
  /** Targets that are there already. */
  readonly existing?: readonly string[];
  /** Names that are typed before anything is replaced. */
  readonly confirm?: readonly string[];
  readonly expected: readonly string[];
}

const only = (name: string) => async (program: TerminalProgram) => {
  program.type(press.ctrlN);
  await program.until('0 of 6 selected');
  program.type(name);
  await program.until('row 1 of 1');
  program.type(press.space);
  await program.until('1 of 6 selected');
};

const paths: readonly Path[] = [
  {
    what: 'everything as it stands',
    expected: [
      'migrator plan --inventory acme-workspace-inventory.json --target-org acme --output',
    ],
  },
  {
    what: 'a pattern and a new name, private, with compact comments',
    async select(program) {
      program.type(`${press.ctrlP}legacy-*`);
      await program.until('2 repositories');
      program.type(press.enter);
      await program.until('2 of 6 selected');
      program.type('legacy-one');
      await program.until('row 1 of 1');
      program.type(press.ctrlR);
      await program.until('Rename legacy-one');
      program.type(`${press.ctrlU}Legacy-Two`);
      await program.until('legacy-two already has this name');
      program.type(`${press.ctrlU}heritage${press.enter}`);
      await program.until('legacy-one → heritage');
    },
    async choose(program) {
      program.type(press.down + press.right);
      await program.until('← private');
      program.type(press.down.repeat(5) + press.right);
      await program.until('← compact');
    },
    expected: [
      "--include 'legacy-*'",
      '--rename legacy-one=heritage',
      '--visibility private',
      '--comments compact',
    ],
  },
  {
    what: 'a list, with other names, without pull requests, around what is there',
    async select(program) {
      program.type('crossed');
      await program.until('of 2');
      program.type(press.space);
      await program.until('5 of 6 selected');
    },
    async choose(program) {
      program.type(press.down.repeat(2) + press.right);
      await program.until('← display name');
      program.type(press.down + press.right);
      await program.until('← skip it');
      program.type(press.down + press.right + press.right);
      await program.until('← never');
      program.type(press.down + press.right);
      await program.until('← skip →');
    },
    existing: ['alpha'],
    expected: ['--repositories acme-workspace-repositories.txt', '--name-from name', '--lfs never'],
  },
  {
    what: 'a replaced repository, with a user map and folded comments',
    async select(program) {
      await only('talk')(program);
    },
    async choose(program) {
      program.type(press.down.repeat(3) + press.right + press.right);
      await program.until('← replace it');
      program.type(press.down.repeat(3) + press.right + press.right);
      await program.until('← folded');
      program.type(`${press.down}users.csv${press.down}`);
      await program.until('1 row, 1 mapped to GitHub users');
    },
    existing: ['talk'],
    confirm: ['talk'],
    expected: ['--overwrite', '--user-map users.csv', '--comments folded'],
  },
  {
    what: 'settings, with another team for a group',
    async choose(program) {
      program.type(press.down.repeat(9) + press.right);
      await program.until('← read and plan them');
      await program.until('requests to Bitbucket');
      program.type(press.enter);
      await program.until('Developers');
      program.type('-core');
      await program.until('developers-core');
    },
    expected: ['--include-settings', '--team-map acme-workspace-teams.csv'],
  },
  {
    what: 'a deep scan beforehand',
    async select(program) {
      await only('talk')(program);
      await program.until('6 pull requests');
    },
    expected: ['--deep --include talk'],
  },
];

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

    it.each(paths)('do the same: $what', async (path) => {
      await using one = await openWorkplace();
      await using other = await openWorkplace();
      await fill(one, path.existing ?? []);
      await fill(other, path.existing ?? []);

      const program = startWizard(one, { columns: 200, rows: 50 });
      await toSelection(program);
      await path.select?.(program);
      await toOptions(program);
      await path.choose?.(program);
      expect(await run(program, path.confirm ?? [])).toBe(0);

      const commands = program.lines().filter((line) => line.startsWith('  migrator '));
      expect(commands).toHaveLength(3);
      for (const words of path.expected) expect(commands.join('\n')).toContain(words);
      // What is listed in a file was saved with the plan.
      for (const list of ['acme-workspace-repositories.txt', 'acme-workspace-teams.csv']) {
        if (commands.join('').includes(list)) {
          copyFileSync(join(one.folder, list), join(other.folder, list));
        }
      }
      await runCommands(other, commands, (path.confirm ?? []).length > 0);

      const plan = (place: Workplace) =>
        readFileSync(join(place.folder, 'acme-workspace-plan.json'), 'utf8');
      expect(plan(other)).toBe(plan(one));
      expect(resultOf(other)).toEqual(resultOf(one));
      expect(resultOf(one).length).toBeGreaterThan(0);
    });
  },
);

async function run(program: TerminalProgram, names: readonly string[]): Promise<number> {
  if (names.length === 0) return reviewAndRun(program);
  program.type(press.enter);
  await program.until('to replace');
  program.type(press.enter);
  for (const name of names) {
    await program.until(`Replace acme/${name}?`);
    program.type(`${name}${press.enter}`);
  }
  await program.until('all names typed');
  program.type(press.down + press.enter);
  await program.until('⏎ finish');
  program.type(press.enter);
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

/** What the target holds now, but for what tells the two hosts apart. */
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
