/**
 * Prints every string that people read, feature by feature, and what the voice forbids in it.
 * `npm run strings [-- --complaints]`
 */
import { cataloguePage, catalogueStrings } from './strings/catalogue.ts';
import { judgeString } from './strings/judge-string.ts';

const strings = catalogueStrings(`${import.meta.dirname}/..`);
if (process.argv.includes('--complaints')) {
  for (const { file, line, text } of strings) {
    for (const complaint of judgeString(text)) {
      process.stdout.write(`${file}:${line}  ${complaint}\n    ${JSON.stringify(text)}\n`);
    }
  }
} else process.stdout.write(cataloguePage(strings));
