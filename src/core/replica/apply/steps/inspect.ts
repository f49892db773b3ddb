import { MigratorError } from '../../../kernel/errors.ts';
import type { RepositoryContext } from '../../context/migration-context.ts';
import type { Step } from '../../context/step.ts';

type InspectContext = Pick<RepositoryContext, 'readRefs' | 'inspect'>;

/** Finds problems that only the history shows, before anything is created on the target. */
export const inspectStep: Step<InspectContext> = {
  name: 'inspect',
  async run(context) {
    const refs = await context.readRefs();
    if (refs.size === 0) return { status: 'skipped', summary: 'nothing to inspect' };
    const { problems } = await context.inspect();
    const [first, ...others] = problems;
    if (first === undefined) return { status: 'done', summary: 'GitHub accepts it' };
    if (others.length === 0) throw first;
    throw new MigratorError('refused', problems.map((problem) => problem.message).join('; '), {
      hint: [...new Set(problems.map((problem) => problem.hint))].join(' '),
    });
  },
};
