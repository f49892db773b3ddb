import { describe, expect, it } from 'vitest';
import { MigratorError } from '../../../../../../src/core/kernel/errors.ts';
import { pushOpenings } from '../../../../../../src/core/replica/apply/pull-requests/open/push-openings.ts';
import type { PullRequestContext } from '../../../../../../src/core/replica/context/pull-requests/pull-request-context.ts';
import { memoryContext, prepared } from '../memory-context.ts';

/** Opens one whose first push fails. @returns whether it was opened between substitutes */
async function openAfter(failure: MigratorError): Promise<boolean> {
  const memory = memoryContext();
  const { repository } = memory.context;
  let pushes = 0;
  const targetRefs = {
    list: async () => new Map(),
    update: async (updates: readonly { readonly ref: string }[]) => {
      pushes += 1;
      const isFirst = pushes === 1;
      return updates.map(({ ref }) => ({ ref, failure: isFirst ? failure : null }));
    },
  };
  const context = {
    ...memory.context,
    repository: { ...repository, targetRefs, planned: { include_lfs: false } },
  } as unknown as PullRequestContext;
  let isSubstitute = false;
  const asSubstitute = async () => {
    isSubstitute = true;
    return prepared(1);
  };
  await pushOpenings(context, [{ ...prepared(1), asSubstitute }], { isFirst: true });
  return isSubstitute;
}

describe('pushOpenings', () => {
  const hint = 'Resume';

  it('opens between substitutes what the target does not take', async () => {
    expect(await openAfter(new MigratorError('refused', 'too large', { hint }))).toBe(true);
  });

  it('does not take a failure that passes for a refusal of the commits', async () => {
    const failure = new MigratorError('unavailable', 'the host aborted the push', { hint });
    await expect(openAfter(failure)).rejects.toBe(failure);
  });
});
