import { availableParallelism, cpus, totalmem } from 'node:os';
import { runProcess } from './run-process.ts';

/** Describes what class of machine the figures were taken on; nothing that names it. */
export interface Machine {
  readonly cores: number;
  readonly processor: string;
  readonly memoryGigabytes: number;
  readonly system: string;
  readonly node: string;
  readonly git: string;
}

export async function describeMachine(
  environment: Readonly<Record<string, string>>,
): Promise<Machine> {
  const { stdout } = await runProcess({ command: 'git', args: ['--version'], environment });
  return {
    cores: availableParallelism(),
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    memoryGigabytes: Math.round(totalmem() / 1024 ** 3),
    system: `${process.platform} ${process.arch}`,
    node: process.versions.node,
    git: stdout.replace(/^git version /, '').trim(),
  };
}
