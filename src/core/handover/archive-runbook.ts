import { isAbsolute, relative } from 'node:path';
import { count, formatBytes } from '../kernel/format/format.ts';
import { flagWithValue, shellCommand } from '../kernel/format/shell-quote.ts';
import type { Visibility } from '../ports/records/repository.ts';
import type { ArchiveFormat } from '../ports/target-importer.ts';
import { archiveNoteTexts } from '../replica/desired/archive/notes-of-records.ts';
import type { WrittenArchive } from '../replica/recorded/written-archive.ts';

/** A repository with its archive. */
export interface ExportedRepository {
  readonly source: string;
  readonly target: string;
  readonly visibility: Visibility;
  readonly archive: WrittenArchive;
}

export interface Exported {
  readonly migration: string;
  readonly workspace: string;
  readonly organization: string;
  readonly format: ArchiveFormat;
  /** `https://github.com`, or an address of GitHub with data residency, or of an Enterprise Server. */
  readonly targetWebUrl: string;
  /** Where the commands are run: of this run's archives. */
  readonly folder: string;
  readonly repositories: readonly ExportedRepository[];
}

/** Says step by step how archives are imported, and what is left to do then. Markdown. Pure. */
export function archiveRunbook(exported: Exported): string {
  const { migration, workspace, organization, repositories, folder } = exported;
  const lfs = repositories.filter(({ archive }) => archive.lfs_objects > 0);
  const blocks = [
    `# Import ${count(repositories.length, 'repository', 'repositories')} into ${organization}`,
    `Archives from ${workspace}, written by migration ${migration}. Nothing has been sent to ${exported.targetWebUrl} yet. Archives contain everything in the repositories: protect them just as carefully, and delete them afterwards.`,
    '## 1. Compare the files',
    'Their SHA-256 checksums must be:',
    fenced(
      repositories
        .map(({ archive: { sha256, path } }) => `${sha256}  ${relative(folder, path)}`)
        .join('\n'),
    ),
    fenced(repositories.map((one) => checkCommand(exported, one)).join('\n')),
    '## 2. Import them',
    ...(exported.format === 'github' ? githubImports(exported) : serverImports(exported)),
    '## 3. Assign the work to its authors',
    `\`people-${migration}.csv\` lists each login in the archives, the person, and the GitHub login from the user map. Generate the list of placeholder accounts, fill in its third column from that file, and send the invitations:`,
    fenced(
      [
        shellCommand(['gh', 'gei', 'generate-mannequin-csv', '--github-target-org', organization]),
        shellCommand([
          ...['gh', 'gei', 'reclaim-mannequin', '--github-target-org', organization],
          ...['--csv', 'mannequins.csv'],
        ]),
      ].join('\n'),
    ),
    '## 4. Add what archives do not contain',
    ...(lfs.length === 0
      ? ['No repositories use Git LFS.']
      : [
          'Git LFS objects. In a clone of the Bitbucket repository:',
          fenced(lfs.map((one) => lfsCommand(exported, one)).join('\n')),
        ]),
    'Permissions, branch rules, webhooks, keys and secrets: archives contain none of these.',
    '## What differs from Bitbucket',
    ...repositories.map(notesOf),
  ];
  return `${blocks.join('\n\n')}\n`;
}

const ownersToken =
  "an organization owner's classic token (scopes repo, admin:org and workflow) in `GH_PAT`";

function githubImports(exported: Exported): readonly string[] {
  const { repositories } = exported;
  return [
    `On github.com and ghe.com, with the extension \`gh gei\` and ${ownersToken}. Git data and metadata are one file, which is uploaded once:`,
    fenced(repositories.map((one) => importCommand(exported, one)).join('\n')),
    'On Enterprise Server, as an administrator of the appliance. Each `prepare` prints a GUID for the commands after it; `conflicts` shows what to map:',
    fenced(repositories.map((one) => serverCommands(exported, one)).join('\n')),
    'People become placeholder accounts. On Enterprise Server they can be mapped to accounts right away with `ghe-migrator map`.',
  ];
}

function serverImports(exported: Exported): readonly string[] {
  return [
    `On github.com and ghe.com, with the extension \`gh bbs2gh\` and ${ownersToken}. It also asks for \`BBS_USERNAME\` and \`BBS_PASSWORD\`, but uses neither with a file:`,
    fenced(exported.repositories.map((one) => serverImport(exported, one)).join('\n')),
    'Enterprise Server does not accept archives in this format. People become placeholder accounts.',
  ];
}

function fenced(text: string): string {
  return `\`\`\`sh\n${text}\n\`\`\``;
}

function checkCommand(exported: Exported, one: ExportedRepository): string {
  return shellCommand(['migrator', 'archive', 'check', fileOf(exported, one)]);
}

/** As a word that no program takes for an option. */
function fileOf({ folder }: Exported, { archive }: ExportedRepository): string {
  const path = relative(folder, archive.path);
  return path.startsWith('.') || isAbsolute(path) ? path : `./${path}`;
}

function importCommand(exported: Exported, one: ExportedRepository): string {
  const file = fileOf(exported, one);
  return shellCommand([
    ...['gh', 'gei', 'migrate-repo'],
    ...flagWithValue('--github-source-org', exported.workspace),
    ...flagWithValue('--source-repo', one.source),
    ...flagWithValue('--github-target-org', exported.organization),
    ...flagWithValue('--target-repo', one.target),
    ...['--git-archive-path', file, '--metadata-archive-path', file, '--use-github-storage'],
    ...closedTarget(exported),
  ]);
}

function serverImport(exported: Exported, one: ExportedRepository): string {
  return shellCommand([
    ...['gh', 'bbs2gh', 'migrate-repo', '--archive-path', fileOf(exported, one)],
    ...flagWithValue('--github-org', exported.organization),
    ...flagWithValue('--github-repo', one.target),
    ...['--use-github-storage', ...closedTarget(exported)],
  ]);
}

/** It is opened when everything in it was compared. */
function closedTarget({ targetWebUrl }: Exported): readonly string[] {
  const { host } = new URL(targetWebUrl);
  const api = host.endsWith('.ghe.com') ? ['--target-api-url', `https://api.${host}`] : [];
  return ['--target-repo-visibility', 'private', ...api];
}

function serverCommands(exported: Exported, one: ExportedRepository): string {
  return [
    shellCommand(['ghe-migrator', 'prepare', fileOf(exported, one)]),
    'ghe-migrator conflicts -g GUID',
    'ghe-migrator import -g GUID -u USER -p TOKEN',
    'ghe-migrator unlock -g GUID',
  ].join('\n');
}

function lfsCommand({ organization, targetWebUrl }: Exported, { target }: ExportedRepository) {
  const address = `${targetWebUrl}/${organization}/${target}.git`;
  return `git lfs fetch --all && ${shellCommand(['git', 'lfs', 'push', '--all', address])}`;
}

function notesOf({ target, archive }: ExportedRepository): string {
  const { pull_requests, bytes, notes } = archive;
  const head = `**${target}**: ${count(pull_requests, 'pull request')}, ${formatBytes(bytes)}`;
  if (notes.length === 0) return `${head}. No differences.`;
  const rows = notes.map(({ kind, count: many, pull_requests: numbers }) => {
    const text = archiveNoteTexts[kind as keyof typeof archiveNoteTexts]?.(many) ?? kind;
    return `- ${text} (${numbersText(numbers)})`;
  });
  return [head, '', ...rows].join('\n');
}

/** The first ten, as people name them. */
function numbersText(numbers: readonly number[]): string {
  const shown = numbers.slice(0, 10).map((number) => `#${number}`);
  return numbers.length > shown.length ? `${shown.join(', ')} and more` : shown.join(', ');
}
