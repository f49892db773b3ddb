import { lfsImportCommand } from '../formats/lfs-import-command.ts';
import {
  type PushRejection,
  type RejectionContext,
  type RejectionRule,
  rejection,
  serverTrouble,
} from './push-rejection-rule.ts';

/** Refusals because something is too large or too many, also where the host only hangs up. */
export const sizeRules: readonly RejectionRule[] = [
  packTooLarge,
  tooManyRefs,
  largeFiles,
  unknownLfsObjects,
  quota,
  internalError,
  hungUp,
];

/** Names of objects in one sentence. */
const mostShown = 3;

function packTooLarge({ text, subject }: RejectionContext): PushRejection | null {
  // A proxy in front of a host limits the bytes of a request, and only its status says so.
  const pattern =
    /(HTTP|error:) 413\b|pack exceeds maximum allowed size|maximum allowed (pack )?size/i;
  const found = pattern.exec(text)?.[0];
  if (found === undefined) return null;
  const what = found.endsWith('413')
    ? '413 Payload Too Large'
    : 'pack exceeds maximum allowed size';
  return rejection('pack-too-large', `${subject}: ${what}`, {
    hint: 'One commit exceeds what GitHub accepts in one push. Move its large files to Git LFS, or split the commit.',
  });
}

function tooManyRefs({ text, subject }: RejectionContext): PushRejection | null {
  const most = /Pushes can ?not update more than (\d{1,6}) (branches|tags|refs)/i.exec(text)?.[1];
  if (most === undefined) return null;
  return rejection('too-many-refs', `${subject}: pushes can not update more than ${most} refs`, {
    hint: "Raise the push policy's limit in the organization's settings during the migration.",
    maxRefs: Math.max(1, Number(most)),
  });
}

function internalError({ text, reason, subject }: RejectionContext): PushRejection | null {
  if (!/Internal Server Error/i.test(`${text}\n${reason}`)) return null;
  const hint = "Check the host's status page, and resume later.";
  return serverTrouble(`${subject}: Internal Server Error`, { hint, text });
}

function hungUp({ text, reason, subject }: RejectionContext): PushRejection | null {
  // Its status says why: neither time nor a smaller push would help.
  const refused =
    /HTTP (401|403|404|410|429)\b|could not read (Username|Password)|Authentication failed/;
  if (refused.test(text)) return null;
  const pattern =
    /remote end hung up|unexpected disconnect|RPC failed|early EOF|Connection reset|remote failed to report status|unpacker error|unpack(ing)? failed/i;
  const found = pattern.exec(`${text}\n${reason}`)?.[0];
  if (found === undefined) return null;
  const hint = "Check the connection and the host's status page, then resume.";
  return serverTrouble(`${subject}: the host aborted the push (${found})`, { hint, text });
}

function largeFiles({ text, subject }: RejectionContext): PushRejection | null {
  const files = [
    ...text.matchAll(
      /File (.{1,1000}?) is (\d[\d.,]* [KMGT]?i?B); this exceeds .{0,60}file size limit of (\d[\d.,]* [KMGT]?i?B)/g,
    ),
  ];
  const [first] = files;
  if (first === undefined && !/GH001/.test(text)) return null;
  const names = files.slice(0, 5).map((file) => `${file[1]} (${file[2]})`);
  const rest = files.length > names.length ? ` and ${files.length - names.length} more` : '';
  const limit = first?.[3] === undefined ? '' : ` above the limit of ${first[3]}`;
  return rejection(
    'content',
    `${subject}: large files${limit}: ${names.join(', ') || 'GH001'}${rest}`,
    {
      hint: `On Bitbucket, move them to Git LFS (\`${lfsImportCommand(bytesOf(first?.[3]))}\`) or remove them from its history. Then migrate again.`,
      detail: text,
    },
  );
}

const units = ['b', 'kb', 'mb', 'gb', 'tb'];

/** @param size `100.00 MB`; GitHub's limit where the host gave none */
function bytesOf(size = '100 MB'): number {
  const [, number = '', unit = ''] = /^([\d.,]+) (\w+)$/.exec(size) ?? [];
  return (
    Number.parseFloat(number.replaceAll(',', '')) *
    1024 ** units.indexOf(unit.replace('i', '').toLowerCase())
  );
}

/** The host refuses the whole push: without a ref in it, the message is the same for all refs. */
function unknownLfsObjects({ text, host }: RejectionContext): PushRejection | null {
  const found = /referenced at least (\d{1,9}) unknown Git LFS object/i.exec(text)?.[1];
  if (found === undefined && !/GH008/.test(text)) return null;
  const named = new Set([...text.matchAll(/\b[0-9a-f]{64}\b/g)].map((match) => match[0]));
  const least = Math.max(1, Number(found ?? 1), named.size);
  const objects = least === 1 ? '1 Git LFS object is' : `${least} Git LFS objects are`;
  const shown = [...named].slice(0, mostShown);
  const list = shown.length === 0 ? '' : `: ${shown.join(', ')}`;
  const rest = shown.length > 0 && least > shown.length ? ' and others' : '';
  return rejection(
    'content',
    `${host} refused the push: at least ${objects} missing (GH008)${list}${rest}`,
    {
      hint: 'Install `git-lfs`, set `migration.include_lfs: true`, check the target storage quota, and resume.',
    },
  );
}

function quota({ text, subject }: RejectionContext): PushRejection | null {
  const pattern =
    /exceeded its LFS budget|over its data quota|(disk|storage) quota (has been )?exceeded|repository size limit|over its .{0,20}quota/i;
  const found = pattern.exec(text)?.[0];
  if (found === undefined) return null;
  return rejection('content', `${subject}: the storage quota is used up (${found})`, {
    hint: "Raise the GitHub account's storage budget or quota, then resume.",
    detail: text,
  });
}
