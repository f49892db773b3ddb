import * as z from 'zod';

const number = z.number().int().nonnegative().catch(0);

const diffSchema = z.object({
  hunks: z.array(
    z.object({
      context: z.string().nullish().catch(null),
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
    `@@ -${hunk.sourceLine},${hunk.sourceSpan} +${hunk.destinationLine},${hunk.destinationSpan} @@${hunk.context == null ? '' : ` ${hunk.context}`}`,
    ...hunk.segments.flatMap(({ type, lines: those }) =>
      those.map(({ line }) => `${signs[type.toUpperCase()] ?? ' '}${line}`),
    ),
  ]);
  return `${lines.slice(0, maxLines).join('\n')}\n`;
}
