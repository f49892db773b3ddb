import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SourceComment } from '../../../../../src/core/ports/records/pull-request.ts';
import type { Placement } from '../../../../../src/core/replica/model/placement.ts';
import { splitBody } from '../../../../../src/core/text/scan/split-body.ts';
import { bodiesOf, fallbacksOf, type KeyedBody } from './bodies.ts';
import {
  comment,
  onFile,
  onLine,
  options,
  person,
  place,
  renderPullRequest,
  task,
} from './fixture.ts';
import { words } from './words.ts';

const split = { ...words(3_000), splitBody };

/** Many small tokens, or one long paragraph: each token says whose it is. */
function textOf(owner: string, tokens: number, separator: string): string {
  return Array.from({ length: tokens }, () => `«${owner}»`).join(separator);
}

const someComment = fc.record({
  parent: fc.option(fc.nat(5), { nil: null }),
  isDeleted: fc.boolean(),
  isInline: fc.boolean(),
  tokens: fc.oneof(fc.integer({ min: 1, max: 5 }), fc.nat(750)),
  separator: fc.constantFrom(' ', '\n', '\n\n', '\n> ', '\n- '),
  placement: fc.constantFrom<Placement | null>(null, onLine(), onFile()),
  taskTokens: fc.constantFrom(0, 0, 3, 500),
});

const someInput = fc
  .record({
    mode: fc.constantFrom('threaded' as const, 'compact' as const, 'folded' as const),
    drafts: fc.array(someComment, { maxLength: 6 }),
    description: fc.nat(1000),
    reason: fc.constantFrom(0, 3, 500),
  })
  .map(({ mode, drafts, description, reason }) =>
    options({
      mode,
      words: split,
      placements: Object.fromEntries(
        drafts.flatMap(({ placement }, index) =>
          placement === null ? [] : [[String(index), placement]],
        ),
      ),
      pullRequest: {
        author: person('Opener'),
        description: { raw: textOf('Opener', description, ' '), markup: 'markdown' },
      },
      conversation: {
        comments: drafts.map(
          (draft, index): SourceComment =>
            comment(String(index), {
              author: person(`Author${index}`),
              parentId: draft.parent === null ? null : String(draft.parent),
              isDeleted: draft.isDeleted,
              inline: draft.isInline ? place() : null,
              text: {
                raw: `Hello\n\n${textOf(`Author${index}`, draft.tokens, draft.separator)}`,
                markup: 'markdown',
              },
            }),
        ),
        tasks: drafts.flatMap(({ taskTokens }, index) =>
          taskTokens === 0
            ? []
            : [
                task(`task ${index}`, {
                  commentId: String(index),
                  author: person(`Tasker${index}`),
                  text: {
                    raw: textOf(`Tasker${index}`, taskTokens, ' '),
                    markup: 'markdown',
                  },
                }),
              ],
        ),
        activity:
          reason === 0
            ? []
            : [
                { kind: 'approved', at: '2023-05-03T08:00:00Z', by: person('Approver') },
                {
                  kind: 'state',
                  at: '2023-05-03T09:00:00Z',
                  by: person('Decliner'),
                  state: 'declined',
                  reason: textOf('Decliner', reason, ' '),
                },
              ],
      },
    }),
  );

/** Names a person above what follows. A name inside a quotation holds no further than the quotation. */
const header =
  /^(?:[>\s]|- (?:\[[ x]\] )?|\d{4}-\d\d-\d\d \d\d:\d\d UTC · )*\**((?:Author|Tasker)\d+|Opener|Decliner|Approver)(?:\*\*)?(?: · | opened|, \d| declined| approved)/;

function wordsUnderOthers({ body }: KeyedBody): string[] {
  const found: string[] = [];
  let outside: string | null = null;
  let quoted: string | null = null;
  for (const line of body.split('\n')) {
    const named = header.exec(line)?.[1] ?? null;
    if (line.startsWith('>')) quoted = named ?? quoted;
    else {
      outside = named ?? outside;
      quoted = null;
    }
    const owner = quoted ?? outside;
    const ownLine = / — (Tasker\d+), /.exec(line)?.[1];
    for (const [, whose] of line.matchAll(/«([^»]*)»/g))
      if (whose !== (ownLine ?? owner)) found.push(`${whose} under ${owner}`);
  }
  return found;
}

describe('text that is split', () => {
  it('stands under the name of its author, in every part', () => {
    fc.assert(
      fc.property(someInput, (input) => {
        const writes = renderPullRequest(input);
        for (const body of [...bodiesOf(writes), ...fallbacksOf(writes)]) {
          expect(wordsUnderOthers(body)).toEqual([]);
          expect(body.body.length).toBeLessThanOrEqual(split.maxBody);
        }
      }),
      { numRuns: 60 },
    );
  });
});
