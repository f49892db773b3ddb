import { projects, type SampleRepository } from '../sample-repository.ts';
import { paymentsHistory } from './history.ts';
import { mergedPayments } from './merged.ts';
import { openPayments } from './open.ts';
import { refusedPayments } from './refused.ts';
import { reviewedPayment } from './reviewed.ts';

const longDescription = [
  'Takes payments by card, invoice and direct debit, and talks to four providers.',
  'Replaces the service of 2017, which still runs for the Swiss shop until its contract ends.',
  'Whoever changes the ledger must read docs/ledger.md first: amounts are in the smallest unit of the currency, never in fractions.',
  'On call: the payments team, by day and by night; the numbers are in the handbook under “Payments”.',
].join('\n');

/** Its pull requests are of every kind: each way of merging and of not merging, each kind of remark. */
export const paymentsRepository: SampleRepository = {
  facts: {
    slug: 'payments-service-new',
    name: 'Payments Service (new)',
    description: longDescription,
    project: projects.pay,
    language: 'kotlin',
    createdOn: new Date('2023-05-30T11:30:00.200Z'),
  },
  history: paymentsHistory,
  pullRequests: (place) =>
    [
      ...mergedPayments(place),
      ...refusedPayments(place),
      reviewedPayment(place),
      ...openPayments(place),
    ].toSorted((a, b) => (a.number ?? 0) - (b.number ?? 0)),
};
