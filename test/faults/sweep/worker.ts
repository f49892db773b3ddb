/** A process that runs one case after the other: hosts and program fill a core. */
import type { SweepCase, SweepSetting } from './case.ts';
import { listWrites, runCase } from './run-case.ts';

export type Task =
  | { readonly kind: 'list'; readonly setting: SweepSetting }
  | { readonly kind: 'case'; readonly one: SweepCase };

process.on('message', (task: Task) => {
  const work = task.kind === 'list' ? listWrites(task.setting) : runCase(task.one);
  work.then(
    (result) => process.send?.({ result }),
    (error: unknown) =>
      process.send?.({ error: error instanceof Error ? error.stack : String(error) }),
  );
});
process.on('disconnect', () => process.exit());
