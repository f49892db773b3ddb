import * as z from 'zod';
import {
  flag,
  hash,
  identifier,
  line,
  optionalText,
  orNull,
  text,
  timestamp,
} from '../../shared/lenient-schema.ts';
import { person } from '../names/people.ts';
import { commit } from './pull-request-mapping.ts';

const lineType = orNull(z.string());

const anchor = orNull(
  z.object({
    path: z.string().min(1),
    srcPath: optionalText,
    line,
    lineType,
    fileType: lineType,
    fromHash: hash,
    toHash: hash,
    orphaned: flag,
    multilineMarker: orNull(z.object({ startLine: line, startLineType: lineType })),
  }),
);

export type Anchor = NonNullable<z.infer<typeof anchor>>;

/** Tasks as they were before version 7.2: beside the comments, and without a thread of their own. */
const legacyTask = z.object({
  id: identifier,
  text,
  state: text,
  author: person,
  createdDate: timestamp,
  resolvedDate: timestamp,
  resolver: person,
});

export type LegacyTask = z.infer<typeof legacyTask>;

export const commentSchema = z.object({
  id: identifier,
  version: z.number().catch(0),
  text,
  author: person,
  createdDate: timestamp,
  updatedDate: timestamp,
  severity: text,
  state: text,
  resolvedDate: timestamp,
  resolver: person,
  threadResolved: flag,
  threadResolvedDate: timestamp,
  threadResolver: person,
  anchor,
  parent: orNull(z.object({ id: identifier })),
  // Each is understood for itself, so that a refusal names it.
  comments: orNull(z.array(z.unknown())),
  tasks: z.array(legacyTask).nullish(),
});

export type CommentRow = z.infer<typeof commentSchema>;

export const activitySchema = z.object({
  action: text,
  createdDate: timestamp,
  user: person,
  comment: z.unknown().optional(),
  commentAction: text,
  commentAnchor: anchor,
  diff: z.unknown().optional(),
  commit,
  fromHash: hash,
  previousFromHash: hash,
});

export type ActivityRow = z.infer<typeof activitySchema>;

const number = z.number().int().nonnegative().catch(0);

const diffSchema = z.object({
  hunks: z.array(
    z.object({
      context: orNull(z.string()),
      sourceLine: number,
      sourceSpan: number,
      destinationLine: number,
      destinationSpan: number,
      segments: z.array(
        z.object({
          type: z.string(),
          lines: z.array(z.object({ line: z.string().catch('') })),
        }),
      ),
    }),
  ),
});

const signs: Readonly<Record<string, string>> = { ADDED: '+', REMOVED: '-', CONTEXT: ' ' };

/** More than a remark is about is not quoted. */
const maxLines = 60;

/** The piece of a diff that the host gives with a comment, in parts, as Git writes it; `null` where there is none. */
export function diffContext(value: unknown): string | null {
  const read = diffSchema.safeParse(value);
  if (!read.success || read.data.hunks.length === 0) return null;
  const lines = read.data.hunks.flatMap((hunk) => [
    `@@ -${hunk.sourceLine},${hunk.sourceSpan} +${hunk.destinationLine},${hunk.destinationSpan} @@${hunk.context === null ? '' : ` ${hunk.context}`}`,
    ...hunk.segments.flatMap(({ type, lines: those }) =>
      those.map(({ line }) => `${signs[type.toUpperCase()] ?? ' '}${line}`),
    ),
  ]);
  return `${lines.slice(0, maxLines).join('\n')}\n`;
}
