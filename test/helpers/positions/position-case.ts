import * as fc from 'fast-check';

/** A comment on lines of a file, as a source names them. */
export interface CommentCase {
  readonly side: 'LEFT' | 'RIGHT';
  readonly line: number;
  /** `null`: a single line. */
  readonly startLine: number | null;
  readonly startSide: 'LEFT' | 'RIGHT';
  /** Made before the last push. */
  readonly isOutdated: boolean;
}

/** A pull request of two pushes that changes two files, of which one may get another name, and a comment on one of them. */
export interface PositionCase {
  readonly before: readonly [string, string];
  /** After the first push, and after the second. */
  readonly pushed: readonly [readonly [string, string], readonly [string, string]];
  readonly isRenamed: boolean;
  readonly file: 0 | 1;
  readonly comment: CommentCase;
}

/** Lines that look like parts of a diff are among them. */
const line = fc.constantFrom(
  ...['a', 'b', 'c', 'd', 'e', '', '-- x', '++ y', '@@ -1 +1 @@', '\\ z', '\r', 'a b', '\tq'],
);
const lines = fc.array(line, { minLength: 3, maxLength: 30 });
const text = fc
  .tuple(lines, fc.boolean())
  .map(([all, isEnded]) => all.join('\n') + (isEnded ? '\n' : ''));

/** Most lines stay, as people leave them. */
const edits = fc.array(
  fc.record({ at: fc.nat(40), removed: fc.nat(3), added: fc.array(line, { maxLength: 3 }) }),
  { minLength: 1, maxLength: 4 },
);

function edited(before: string, all: readonly Edit[]): string {
  const rows = before.split('\n');
  for (const { at, removed, added } of all) rows.splice(at % (rows.length + 1), removed, ...added);
  return rows.join('\n');
}

interface Edit {
  readonly at: number;
  readonly removed: number;
  readonly added: readonly string[];
}

const side = fc.constantFrom('LEFT' as const, 'RIGHT' as const);
const comment: fc.Arbitrary<CommentCase> = fc
  .record({
    ...{ side, startSide: side, isOutdated: fc.boolean() },
    line: fc.integer({ min: 1, max: 26 }),
    // Most begin a few lines before their last.
    earlier: fc.option(fc.integer({ min: -2, max: 8 })),
  })
  .map(({ earlier, ...one }) => {
    return { ...one, startLine: earlier === null ? null : Math.max(1, one.line - earlier) };
  });

export const positionCase: fc.Arbitrary<PositionCase> = fc
  .tuple(
    fc.tuple(text, text),
    fc.array(edits, { minLength: 4, maxLength: 4 }),
    fc.record({
      ...{ isRenamed: fc.boolean(), file: fc.constantFrom(0 as const, 1 as const), comment },
    }),
  )
  .map(([before, [one = [], two = [], three = [], four = []], rest]) => {
    const first = [edited(before[0], one), edited(before[1], two)] as const;
    const second = [edited(first[0], three), edited(first[1], four)] as const;
    return { before, pushed: [first, second] as const, ...rest };
  });
