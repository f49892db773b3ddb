import { readHead } from './bare-repository.ts';
import { listRefs } from './list-refs.ts';
import { looseObjectType } from './loose-object.ts';
import { packedObjectType } from './packed-object.ts';

/** As git 2.31 has them. */
const agent = 'object-format=sha1 agent=git/2.31.0';
const receives = `report-status report-status-v2 delete-refs side-band-64k quiet atomic ofs-delta ${agent}`;
const uploads =
  'multi_ack thin-pack side-band side-band-64k ofs-delta shallow deepen-since deepen-not deepen-relative no-progress include-tag multi_ack_detailed no-done';

/** One line of git's protocol. */
export function packet(line: string): string {
  return `${(Buffer.byteLength(line) + 4).toString(16).padStart(4, '0')}${line}`;
}

/** The same in version 2, where refs are asked for later: it is equal for every repository. */
export function advertiseVersion2(allowsFilter: boolean): string {
  const lines = [
    'version 2',
    'agent=git/2.31.0',
    'ls-refs=unborn',
    `fetch=shallow${allowsFilter ? ' filter' : ''}`,
    'server-option',
    'object-format=sha1',
  ];
  return `${lines.map((line) => packet(`${line}\n`)).join('')}0000`;
}

/**
 * What a host says first in version 0 of the protocol: its refs and what it can do. It spares a process; `null` where git
 * has to be asked, as for the commits of annotated tags.
 */
export async function advertiseRefs(options: {
  readonly directory: string;
  readonly command: string;
  /** Whether a fetch may leave objects out. */
  readonly allowsFilter: boolean;
  /** The folder of refs that a push does not get to see. */
  readonly hiddenRefs: string;
}): Promise<string | null> {
  const { directory, command, hiddenRefs } = options;
  const all = listRefs(directory);
  if (all === null) return null;
  const isPush = command === 'git-receive-pack';
  if (!isPush && !(await areCommits(directory, all))) return null;
  const isShown = (name: string) => !isPush || !name.startsWith(`${hiddenRefs}/`);
  const refs = [...all].filter(([name]) => isShown(name)).map(([name, hash]) => `${hash} ${name}`);
  const head = `refs/heads/${readHead(directory)}`;
  const tip = isPush ? undefined : all.get(head);
  if (tip !== undefined) refs.unshift(`${tip} HEAD`);
  const capabilities = isPush
    ? receives
    : [
        uploads,
        ...(tip === undefined ? [] : [`symref=HEAD:${head}`]),
        ...(options.allowsFilter ? ['filter'] : []),
        agent,
      ].join(' ');
  return listOf(refs, capabilities, isPush);
}

function listOf(refs: readonly string[], capabilities: string, isPush: boolean): string {
  const [first, ...others] = refs;
  if (first !== undefined)
    return `${[`${first}\0${capabilities}\n`, ...others.map((one) => `${one}\n`)].map(packet).join('')}0000`;
  const nothing = `${'0'.repeat(40)} capabilities^{}\0${capabilities}\n`;
  return isPush ? `${packet(nothing)}0000` : '0000';
}

/** Whether no tag has a commit behind it that would have to be listed too. */
async function areCommits(directory: string, refs: ReadonlyMap<string, string>): Promise<boolean> {
  for (const [name, hash] of refs) {
    if (!name.startsWith('refs/tags/')) continue;
    const type =
      (await looseObjectType(directory, hash)) ?? (await packedObjectType(directory, hash));
    if (type !== 'commit') return false;
  }
  return true;
}
