import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { type Answer, emptyAnswer, jsonAnswer } from '../../../network/answer.ts';
import type { Exchange } from '../../../network/exchange.ts';
import type { GithubAccount } from '../../accounts/account.ts';
import { nodeId } from '../../accounts/account-json.ts';
import type { GithubHost } from '../../host.ts';
import { githubError, notFound } from '../../rest/answers.ts';
import { githubTime } from '../../rest/github-time.ts';
import { addArchive, findArchive, type ImportArchive, type UploadParts } from '../importer.ts';

/** One request to the host for uploads, about archives of one organization. */
export interface UploadCall {
  readonly host: GithubHost;
  readonly exchange: Exchange;
  readonly organization: GithubAccount;
}

const octets = 'application/octet-stream';
/** 40 GiB. */
const mostBytes = 40 * 1024 ** 3;

/** Takes a whole archive in one request. */
export async function receiveArchive({
  host,
  exchange,
  organization,
}: UploadCall): Promise<Answer> {
  const name = exchange.query.get('name') ?? '';
  if (name === '') return githubError(422, 'The archive needs a name');
  const length = bodyLength(exchange);
  if (typeof length !== 'number') return length;
  if (length > host.importer.rules.singleBytes) {
    return discarded(exchange, githubError(413, 'Payload Too Large'));
  }
  const wanted = { organization, name, size: length, createdAt: host.now(), parts: null };
  const archive = addArchive(host.importer, wanted);
  await pipeline(exchange.request, createWriteStream(archive.file));
  archive.isWhole = true;
  return jsonAnswer(201, archiveJson(archive));
}

/** Makes a place for an archive that comes in parts. */
export async function beginUpload({ host, exchange, organization }: UploadCall): Promise<Answer> {
  const asked = await readJson(exchange);
  const { content_type: type, name, size } = asked ?? {};
  if (typeof name !== 'string' || name === '') return githubError(422, 'The archive needs a name');
  if (type !== octets) return githubError(422, `content_type must be ${octets}`);
  if (typeof size !== 'number' || !Number.isInteger(size) || size < 1) {
    return githubError(422, 'size must be the number of bytes');
  }
  if (size > mostBytes) return githubError(413, 'The archive is larger than 40 GiB');
  const parts = { uploadId: crypto.randomUUID(), starts: [], sent: 0 };
  const wanted = { organization, name, size, createdAt: host.now(), parts };
  const archive = addArchive(host.importer, wanted);
  return jsonAnswer(202, archiveJson(archive), { location: placeOf(archive, parts) });
}

/** Takes the next part, or the one before it once more. */
export async function receivePart(call: UploadCall): Promise<Answer> {
  const found = findUpload(call);
  if (found === null) return discarded(call.exchange, notFound());
  const { archive, parts, number } = found;
  const next = parts.starts.length + 1;
  if (number !== next && number !== next - 1) {
    return discarded(call.exchange, githubError(400, `Part ${next} is expected, not ${number}`));
  }
  const length = bodyLength(call.exchange);
  if (typeof length !== 'number') return discarded(call.exchange, length);
  const start = number === next ? parts.sent : (parts.starts[number - 1] ?? 0);
  const refusal = refusePart(call, { archive, start, length });
  if (refusal !== null) return discarded(call.exchange, refusal);
  const flags = start === 0 ? 'w' : 'r+';
  await pipeline(call.exchange.request, createWriteStream(archive.file, { flags, start }));
  parts.starts[number - 1] = start;
  parts.sent = start + length;
  return emptyAnswer(202, { location: placeOf(archive, parts) });
}

function refusePart(
  { host }: UploadCall,
  { archive, start, length }: { archive: ImportArchive; start: number; length: number },
): Answer | null {
  const { minPartBytes, maxPartBytes } = host.importer.rules;
  if (length > maxPartBytes) return githubError(413, 'Payload Too Large');
  if (start + length > archive.size) return githubError(400, 'More bytes than were announced');
  const isLast = start + length === archive.size;
  return !isLast && length < minPartBytes
    ? githubError(400, 'Your proposed upload is smaller than the minimum allowed size')
    : null;
}

/** Ends an upload whose parts have all come. */
export async function endUpload(call: UploadCall): Promise<Answer> {
  const { rules } = call.host.importer;
  const body = (await call.exchange.readBody()).toString('utf8');
  if (body !== '' && body !== '""') return githubError(400, 'A body is not expected');
  const found = findUpload(call, rules.repeatsEnd);
  if (found === null) return notFound();
  const { archive, parts, number } = found;
  const last = parts.starts.length;
  const isAnswer = number === last + 1;
  const isPart = number === last && last > 0;
  const isHere =
    (isAnswer && rules.endsAt !== 'last-part') || (isPart && rules.endsAt !== 'last-answer');
  if (!isHere) return githubError(400, `Part ${number} is not where this upload ends`);
  if (parts.sent !== archive.size) {
    return githubError(400, `${archive.size - parts.sent} bytes are missing`);
  }
  archive.isWhole = true;
  return jsonAnswer(201, archiveJson(archive));
}

interface FoundUpload {
  readonly archive: ImportArchive;
  readonly parts: UploadParts;
  readonly number: number;
}

/** @returns `null` for one that has ended, unless it counts, or is another organization's */
function findUpload(
  { host, exchange, organization }: UploadCall,
  evenEnded = false,
): FoundUpload | null {
  const { query } = exchange;
  const archive = findArchive(host.importer, query.get('guid') ?? '', host.now());
  if (archive === null || archive.parts === null || archive.organization !== organization) {
    return null;
  }
  if (archive.isWhole && !evenEnded) return null;
  const { parts } = archive;
  if (query.get('upload_id') !== parts.uploadId) return null;
  return { archive, parts, number: Number(query.get('part_number')) };
}

/** Relative to the host, as it sends it. */
function placeOf({ guid, organization }: ImportArchive, { uploadId, starts }: UploadParts): string {
  const number = starts.length + 1;
  return `/organizations/${organization.id}/gei/archive/blobs/uploads?part_number=${number}&guid=${guid}&upload_id=${uploadId}`;
}

function archiveJson({ guid, id, name, size, createdAt }: ImportArchive) {
  return {
    guid,
    node_id: nodeId('MA', id),
    name,
    size,
    uri: `gei://archive/${guid}`,
    created_at: githubTime(createdAt),
  };
}

/** The announced length of bytes of a file, or why it is refused. */
function bodyLength({ headers }: Exchange): number | Answer {
  if (headers['content-type'] !== octets) {
    return githubError(415, `Content-Type must be ${octets}`);
  }
  const length = headers['content-length'];
  if (length === undefined) return githubError(411, 'Length Required');
  return Number(length) > 0 ? Number(length) : githubError(400, 'The body is empty');
}

/** Reads what is refused, so that the client gets its answer. */
async function discarded(exchange: Exchange, answer: Answer): Promise<Answer> {
  exchange.request.resume();
  if (!exchange.request.readableEnded) {
    await new Promise<void>((resolve) => {
      exchange.request.once('end', resolve).once('close', resolve);
    });
  }
  return answer;
}

async function readJson(exchange: Exchange): Promise<Record<string, unknown> | null> {
  try {
    const value: unknown = JSON.parse((await exchange.readBody()).toString('utf8'));
    return typeof value === 'object' ? (value as Record<string, unknown> | null) : null;
  } catch {
    return null;
  }
}
