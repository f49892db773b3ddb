import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { Exchange } from '../network/exchange.ts';
import type { RefAction } from './ref-rules.ts';

export interface PushCommand {
  readonly action: RefAction;
  /** `null`: it is new. */
  readonly from: string | null;
  /** `null`: it is to be deleted. */
  readonly to: string | null;
}

/** What a push asks for, and its body with all of that still in it: the commands stand before the pack. */
export async function readPushCommands({
  request,
  headers,
}: Exchange): Promise<{ commands: readonly PushCommand[]; input: Readable }> {
  const isPacked = /^(x-)?gzip$/.test(headers['content-encoding'] ?? '');
  const input: Readable = isPacked ? request.pipe(createGunzip()) : request;
  let head = Buffer.alloc(0);
  for await (const chunk of input.iterator({ destroyOnReturn: false })) {
    head = Buffer.concat([head, chunk as Buffer]);
    if (endOfCommands(head) !== null) break;
  }
  const end = endOfCommands(head) ?? head.length;
  const commands = readLines(head.subarray(0, end)).flatMap(toCommand);
  // What was read goes back, in front of what has not come yet; a body that has ended takes nothing more.
  return { commands, input: joined(head, input) };
}

function joined(head: Buffer, rest: Readable): Readable {
  if (rest.readableEnded || rest.destroyed) return Readable.from([head]);
  rest.unshift(head);
  return rest;
}

/** Behind the packet that ends them; `null`: it has not come yet. */
function endOfCommands(data: Buffer): number | null {
  let at = 0;
  while (at + 4 <= data.length) {
    const length = Number.parseInt(data.toString('latin1', at, at + 4), 16);
    if (Number.isNaN(length) || length === 0) return at + 4;
    at += length;
  }
  return null;
}

function readLines(data: Buffer): readonly string[] {
  const lines: string[] = [];
  let at = 0;
  while (at + 4 <= data.length) {
    const length = Number.parseInt(data.toString('latin1', at, at + 4), 16);
    if (Number.isNaN(length) || length < 5) break;
    lines.push(data.toString('utf8', at + 4, at + length));
    at += length;
  }
  return lines;
}

function toCommand(line: string): readonly PushCommand[] {
  const match = /^([0-9a-f]{40}) ([0-9a-f]{40}) ([^\0\n]+)/.exec(line);
  if (match === null) return [];
  const [, old = '', now = '', ref = ''] = match;
  const from = /^0+$/.test(old) ? null : old;
  const to = /^0+$/.test(now) ? null : now;
  const kind = from === null ? 'create' : to === null ? 'delete' : 'update';
  return [{ action: { kind, ref }, from, to }];
}
