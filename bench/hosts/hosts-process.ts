import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Answers, Question } from './messages.ts';

/** The other end of the hosts' process. One question at a time. */
export interface HostsProcess extends AsyncDisposable {
  readonly pid: number;
  ask<K extends Question['kind']>(question: Extract<Question, { kind: K }>): Promise<Answers[K]>;
}

export function startHostsProcess(environment: Readonly<Record<string, string>>): HostsProcess {
  const child = fork(fileURLToPath(new URL('./process.ts', import.meta.url)), [], {
    env: { ...environment },
    serialization: 'advanced',
  });
  const exit = once(child, 'exit');
  async function ask<K extends Question['kind']>(
    question: Extract<Question, { kind: K }>,
  ): Promise<Answers[K]> {
    const waiting = new AbortController();
    const answered = once(child, 'message', { signal: waiting.signal });
    child.send(question);
    const first = await Promise.race([answered, exit.then(() => null)]);
    waiting.abort();
    if (first === null) throw new Error('the process of the hosts has ended');
    return first[0] as Answers[K];
  }
  return {
    pid: child.pid ?? 0,
    ask,
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null) return;
      await ask({ kind: 'close' });
      await exit;
    },
  };
}
