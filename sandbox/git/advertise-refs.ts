import { readHead } from './bare-repository.ts';
import { listRefs } from './list-refs.ts';
import { type ObjectReader, openObjects } from './objects/object-reader.ts';

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
 * Returns what a host says first in version 0 of the protocol: its refs and what it can do. It spares a process; `null`
 * where git has to be asked, as for many refs.
 */
export function advertiseRefs(options: {
  readonly directory: string;
  readonly command: string;
  /** True if a fetch may leave objects out. */
  readonly allowsFilter: boolean;
  /** The folder of refs that a push does not get to see; `null`: it sees all. */
  readonly hiddenRefs: string | null;
}): string | null {
  const { directory, command, hiddenRefs } = options;
  const all = listRefs(directory);
  if (all === null) return null;
  const isPush = command === 'git-receive-pack';
  const peeled = isPush ? new Map<string, string>() : peelTags(directory, all);
  if (peeled === null) return null;
  const isShown = (name: string) =>
    !isPush || hiddenRefs === null || !name.startsWith(`${hiddenRefs}/`);
  const refs = [...all]
    .filter(([name]) => isShown(name))
    .flatMap(([name, hash]) => {
      const behind = peeled.get(name);
      return [`${hash} ${name}`, ...(behind === undefined ? [] : [`${behind} ${name}^{}`])];
    });
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

/** Returns what lies behind the annotated tags, by their refs; `null` where git has to be asked. */
function peelTags(
  directory: string,
  refs: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> | null {
  const tags = [...refs].filter(([name]) => name.startsWith('refs/tags/'));
  const peeled = new Map<string, string>();
  if (tags.length === 0) return peeled;
  using objects = openObjects(directory);
  for (const [name, hash] of tags) {
    const behind = peel(objects, hash);
    if (behind === null) return null;
    if (behind !== hash) peeled.set(name, behind);
  }
  return peeled;
}

/** The first object that is no tag; `null` where it cannot be read here. */
function peel(objects: ObjectReader, hash: string): string | null {
  const object = objects.read(hash);
  if (object?.type !== 'tag') return object === null ? null : hash;
  const [, target] = /^object ([0-9a-f]{40})\n/.exec(object.content.toString('latin1')) ?? [];
  return target === undefined ? null : peel(objects, target);
}
