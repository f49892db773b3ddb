import type { Part, Section } from '../document/section.ts';
import type { ProcessEnvironment } from '../surroundings.ts';
import { measureResume } from './resume.ts';
import { measureStatus } from './status.ts';
import { measureWrites } from './writes.ts';

/** Measures the cost of the durable state: while it is written, when a run resumes from it, and when it is large. */
export const state: Section = { name: 'state', title: 'State', measure };

const prose = `
How much of a run's wall time its process is in SQLite, for state and budgets, reading and opening included: twenty small
repositories with the default number of workers, and 60 pull requests of twelve comments each, on hosts without limits. Disks differ:
so the same time is also counted in commits, each as long as one row of 200 characters takes to be durable in a database of its own,
measured after each run. Real hosts take longer for an answer than 50 ms; that embedded ones take none is shown for information. A migration of 1,000 repositories of which 999 are done, resumed: from the start of the process until
git is answered for the first time. And \`status\` where the state knows 1,000
repositories with 1,000 comments each, as a multiple of \`node -e 0\`.`;

async function measure(processEnvironment: ProcessEnvironment): Promise<Part[]> {
  const amounts = [
    ...(await measureWrites(processEnvironment)),
    ...(await measureResume(processEnvironment)),
  ];
  return [{ prose, amounts, figures: await measureStatus(processEnvironment) }];
}
