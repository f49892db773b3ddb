import { hash } from 'node:crypto';
import * as z from 'zod';
import { readData } from '../../../journal/document.ts';
import type { CreatedObject } from '../../../ports/records/migration.ts';
import type { PlacedWrite } from '../../model/prepared-pull-request.ts';

const writtenSchema = z.object({
  digest: z.string(),
  /** `path side line`, `path` of a file, or nothing in the conversation. */
  place: z.string().nullable(),
  /** Digest of a text that was sent in its place, until it is known that it arrived. */
  rewriting: z.string().optional(),
});

/**
 * Describes what the state keeps with everything that was written into a pull request, so that it can be verified
 * later.
 */
export type WrittenRecord = z.infer<typeof writtenSchema>;

export function toWrittenText(body: string, place: string | null = null): string {
  return JSON.stringify({ digest: textDigest(body), place } satisfies WrittenRecord);
}

export function toWrittenRecord(record: WrittenRecord): string {
  return JSON.stringify(record);
}

export function readWritten(object: CreatedObject): WrittenRecord | null {
  return readData(writtenSchema, object);
}

/** Where a comment was placed, as it is compared. */
export function locationText({ placement }: Pick<PlacedWrite, 'placement'>): string {
  const { path } = placement.place;
  if (placement.kind === 'file') return path;
  const { side, line, startLine } = placement.place;
  return startLine === null ? `${path} ${side} ${line}` : `${path} ${side} ${startLine}-${line}`;
}

/** Returns what a text on the target is compared by: hosts may change its line ends and what stands after it. */
export function textDigest(text: string): string {
  const plain = text.replace(/\r\n?/g, '\n').trimEnd();
  return hash('sha256', plain).slice(0, 16);
}

/** Digest of a pull request's title and description together. */
export function textsDigest({ title, body }: { readonly title: string; readonly body: string }) {
  return textDigest(`${title}\n${body}`);
}

/** `12/comment 12/1007` is the text with the key `comment 12/1007` of pull request 12. */
export function keyOf({ sourceId }: Pick<CreatedObject, 'sourceId'>): string {
  return sourceId.slice(sourceId.indexOf('/') + 1);
}
