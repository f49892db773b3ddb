import { isLoopback } from '../../../kernel/base-url.ts';
import { MigratorError } from '../../../kernel/errors.ts';
import type { ImportLogLine } from '../../../ports/target-importer.ts';
import type { ImporterMethod } from './ask-importer.ts';
import { findLosses } from './log-findings.ts';

/** Ten thousand pull requests make some tens of megabytes. */
const maxBytes = 64 * 1024 * 1024;

/** The address opens the log by itself; it leads to a storage of the host's choice, which gets no credentials. */
export const readLog: ImporterMethod<'readLog'> = async (importer, { url, signal }) => {
  const parsed = URL.parse(url);
  const isLocal = isLoopback(new URL(`https://${importer.host}`).hostname);
  if (parsed === null || (isLoopback(parsed.hostname) && !isLocal)) {
    throw new MigratorError('bad-answer', `${importer.host} sent an unusable log URL`, {
      hint: "Read the log on the import's page instead.",
    });
  }
  const answer = await importer.openAnonymous(parsed.origin).request({
    method: 'GET',
    path: parsed.href,
    accept: 'text/plain, */*',
    expects: 'text',
    creates: false,
    maxBodyBytes: maxBytes,
    // Blob stores answer so where the address has expired.
    expectedStatuses: [400, 401, 403, 404, 410],
    signal,
  });
  if (answer.status >= 400) return null;
  // Whatever it repeats of a request.
  const text = (answer.text ?? '').replaceAll(importer.token, '[redacted]');
  const lines = parseLog(text);
  return { lines, findings: findLosses(lines), isCut: Buffer.byteLength(text) >= maxBytes - 4 };
};

const levels = { INFO: 'info', WARN: 'warn', ERROR: 'error' } as const;

/** Longer lines are cut. */
const longest = 2000;

/** Reads `[2023-02-24T17:44:44Z] INFO -- text`. A line of another form continues the one before. Pure. */
function parseLog(text: string): readonly ImportLogLine[] {
  const lines: ImportLogLine[] = [];
  for (const raw of text.split(/\r?\n/)) {
    if (raw === '') continue;
    const line = raw.slice(0, longest);
    const form = /^\[([\d:TZ.+-]{10,40})\]\s+(INFO|WARN|ERROR)\s+--\s?(.*)$/.exec(line);
    const [, time = null, word, rest] = form ?? [];
    const level = word === undefined ? (lines.at(-1)?.level ?? 'info') : levelOf(word);
    lines.push({ time, level, text: rest ?? line });
  }
  return lines;
}

function levelOf(word: string): ImportLogLine['level'] {
  return levels[word as keyof typeof levels] ?? 'info';
}
