import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

/**
 * The host's images have curl, and this machine may not: then a few lines in its place, which know as much of it as
 * our own script uses, and refuse the rest.
 */
const script = `
import { readFileSync, writeFileSync } from 'node:fs';
import { request as plain } from 'node:http';
import { request as secure } from 'node:https';

const headers = {};
const options = { method: 'GET', output: null, writeOut: '', body: null, ca: undefined, seconds: 60 };
let url = null;
const words = process.argv.slice(2);
while (words.length > 0) {
  const word = words.shift();
  if (word === '--silent') continue;
  else if (word === '--request') options.method = words.shift();
  else if (word === '--output') options.output = words.shift();
  else if (word === '--write-out') options.writeOut = words.shift();
  else if (word === '--max-time') options.seconds = Number(words.shift());
  else if (word === '--cacert') options.ca = readFileSync(words.shift());
  else if (word === '--header') {
    const value = words.shift();
    const lines = value.startsWith('@') ? readFileSync(value.slice(1), 'utf8').split('\\n') : [value];
    for (const line of lines) {
      const colon = line.indexOf(':');
      if (colon > 0) headers[line.slice(0, colon)] = line.slice(colon + 1).trim();
    }
  } else if (word === '--data-binary') {
    const value = words.shift();
    options.body = value === '@-' ? readFileSync(0) : Buffer.from(value);
  } else if (/^https?:/.test(word)) url = new URL(word);
  else process.exit(2);
}
if (url === null) process.exit(2);
const send = url.protocol === 'https:' ? secure : plain;
const sent = send(url, { method: options.method, headers, ca: options.ca }, (answer) => {
  const chunks = [];
  answer.on('data', (chunk) => chunks.push(chunk));
  answer.on('end', () => {
    if (options.output === null) process.stdout.write(Buffer.concat(chunks));
    else writeFileSync(options.output, Buffer.concat(chunks));
    process.stdout.write(options.writeOut.replace('%{http_code}', String(answer.statusCode)));
  });
});
sent.setTimeout(options.seconds * 1000, () => sent.destroy(new Error('too slow')));
sent.on('error', () => {
  process.stdout.write(options.writeOut.replace('%{http_code}', '000'));
  process.exitCode = 7;
});
sent.end(options.body);
`;

/** The PATH that scripts of pipelines find curl on: this machine's own where it has one. */
export async function pathWithCurl(options: {
  path: string;
  folder: string;
  /** Even where this machine has one. */
  always?: boolean;
}): Promise<string> {
  const { path, folder, always = false } = options;
  const isThere = path.split(delimiter).some((one) => one !== '' && existsSync(join(one, 'curl')));
  if (isThere && !always) return path;
  await mkdir(folder, { recursive: true });
  const module = join(folder, 'curl.mjs');
  await writeFile(module, script);
  const quoted = [process.execPath, module].map((one) => `'${one.replaceAll("'", "'\\''")}'`);
  await writeFile(join(folder, 'curl'), `#!/bin/sh\nexec ${quoted.join(' ')} "$@"\n`, {
    mode: 0o755,
  });
  return `${folder}${delimiter}${path}`;
}
