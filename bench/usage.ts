import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const hook = fileURLToPath(new URL('report-usage.cjs', import.meta.url));

/** Describes what a process has used itself, without its children. */
export interface Usage {
  readonly peakMegabytes: number;
  /** User and system. */
  readonly cpuMilliseconds: number;
  /** That it stood still for SQLite. */
  readonly stateMilliseconds: number;
}

/** Arguments and variables of Node with which a process reports what it used. */
export interface UsageReport {
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** After it has ended. */
  read(): Promise<Usage>;
}

/** @param folder where the report is written; one process at a time */
export function reportUsage(folder: string): UsageReport {
  const path = join(folder, 'usage.json');
  return {
    args: ['--require', hook],
    environment: { BENCH_USAGE_FILE: path },
    async read() {
      const { peakKilobytes, ...others } = JSON.parse(await readFile(path, 'utf8')) as Omit<
        Usage,
        'peakMegabytes'
      > & { peakKilobytes: number };
      return { peakMegabytes: peakKilobytes / 1024, ...others };
    },
  };
}
