import type { TerminalProgram } from './terminal.ts';
import { press, toOption } from './wizard.ts';

/** A way through the wizard, and what the commands that it prints must name. */
export interface WizardPath {
  readonly what: string;
  /** On the list of repositories. */
  readonly select?: (program: TerminalProgram) => Promise<void>;
  /** On the options. */
  readonly choose?: (program: TerminalProgram) => Promise<void>;
  /** Targets that are there already. */
  readonly existing?: readonly string[];
  /** A word is typed before anything is replaced. */
  readonly replaces?: true;
  /** A word is typed before repositories become public. */
  readonly publishes?: true;
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

async function choose(program: TerminalProgram, name: string, keys: string, shown: string) {
  await toOption(program, name);
  program.type(keys);
  await program.until(shown);
}

/** Over six repositories, between them every answer that changes a command. */
export const wizardPaths: readonly WizardPath[] = [
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
      await choose(program, 'Visibility', press.right, '← private');
      await choose(program, 'Comments', press.right, '← compact');
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
      await choose(program, 'If it exists', press.right, '← skip it');
      await choose(program, 'LFS objects', press.right + press.right, '← never');
      await choose(program, 'Pull requests', press.right, '← skip →');
      await choose(program, 'Names from', press.right, '← display name');
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
      await choose(program, 'If it exists', press.right + press.right, '← replace it');
      await choose(program, 'Comments', press.right + press.right, '← folded');
      const mapped = '1 row, 1 mapped to GitHub users';
      await choose(program, 'User map', `users.csv${press.down}`, mapped);
    },
    existing: ['talk'],
    replaces: true,
    expected: ['--overwrite', '--user-map users.csv', '--comments folded'],
  },
  {
    what: 'private repositories that become public',
    async select(program) {
      await only('talk')(program);
    },
    async choose(program) {
      await choose(program, 'Visibility', press.left, '← public');
    },
    publishes: true,
    expected: ["--visibility public --publish-private '*'"],
  },
  {
    what: 'settings, with another team for a group',
    async choose(program) {
      await choose(program, 'Settings', press.right, '← read and plan them');
      await program.until('requests to Bitbucket');
      program.type(press.enter);
      await program.until('Developers');
      program.type('developers-core');
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
