import { parseArgs } from 'node:util';
import { openFamilies } from './families.ts';
import { divide, type Finding, runFamily, type Tally } from './harness.ts';

/*
 * Malformed inputs of every kind, put before the program one after another:
 *   npm run faults:inputs -- --cases 10000 --seed 1
 * One of them again: --family plan --only 17 with the same cases and seed.
 */
const { values } = parseArgs({
  options: {
    cases: { type: 'string', default: '10000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    family: { type: 'string' },
    only: { type: 'string' },
  },
});
const cases = Number(values.cases);
const seed = Number(values.seed);
const only = values.only === undefined ? undefined : Number(values.only);
const write = (line: string) => process.stdout.write(`${line}\n`);

function reportFinding({ family, index, complaints, text }: Finding): void {
  write(`  ${family} ${index}: ${complaints.join('; ')}`);
  write(`    ${text.slice(0, only === undefined ? 300 : 5000)}`);
}

function table(tallies: readonly Tally[]): readonly string[] {
  const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;
  const rows = tallies.map(({ family, cases: many, findings, milliseconds, slowest }) =>
    [family, many, findings.length, seconds(milliseconds), seconds(slowest)].join(' | '),
  );
  return [
    '| input | cases | findings | took | the slowest |',
    '|---|---|---|---|---|',
    ...rows.map((row) => `| ${row} |`),
  ];
}

await using opened = await openFamilies();
write(`Both hosts are asked in ${opened.asked.length} ways: ${opened.asked.join(', ')}`);
if (opened.withoutAnswers.length > 0) write(`Never answered: ${opened.withoutAnswers.join(', ')}`);
write('');
const counts = divide(opened.families, cases);
const tallies: Tally[] = [];
for (const [index, family] of opened.families.entries()) {
  if (values.family !== undefined && values.family !== family.name) continue;
  const options = { cases: counts[index] ?? 1, seed, only, onFinding: reportFinding };
  const tally = await runFamily(family, options);
  write(`  ${tally.family}: ${tally.cases} cases, ${tally.findings.length} findings`);
  tallies.push(tally);
}
const found = tallies.reduce((sum, { findings }) => sum + findings.length, 0);
const ran = tallies.reduce((sum, tally) => sum + tally.cases, 0);
write('');
write('## Malformed inputs');
write('');
write(`npm run faults:inputs -- --cases ${cases} --seed ${seed}`);
write('');
for (const line of table(tallies)) write(line);
write('');
write(`${ran} malformed inputs, ${found} findings.`);
process.exitCode = found === 0 ? 0 : 1;
