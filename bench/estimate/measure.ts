import type { Section } from '../document/section.ts';
import { errorsOf, shares, simulatedRuns } from './accuracy.ts';

const seeds = Array.from({ length: 20 }, (_, index) => index + 1);

const prose = `
Simulated runs on a clock of their own, ${seeds.length} of each kind, with sizes and pull requests that differ widely. At a third, a half and
two thirds of each run, the time so far and the time left are compared with the time that the run took; the time left is hidden where
the total could be more than a quarter off.`;

/** How far off the time left is that the dashboard shows. */
export const estimate: Section = {
  name: 'time-left',
  title: 'Time left',
  measure: async () => {
    const amounts = Object.entries(simulatedRuns).flatMap(([name, run]) => {
      const errors = seeds.map((seed) => errorsOf({ ...run, seed }));
      const known = errors.flat().filter((error) => error !== null);
      const shown = (100 * known.length) / (shares.length * seeds.length);
      return [
        {
          name: `${name}: error of the total`,
          unit: '%',
          samples: known.map((error) => 100 * Math.abs(error)),
          bound: 25,
          digits: 1,
        },
        { name: `${name}: how often it is shown`, unit: '%', samples: [shown], bound: null },
      ];
    });
    return [{ prose, amounts }];
  },
};
