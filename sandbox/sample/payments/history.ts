import { type Changes, History, type Mark } from '../history/history.ts';

/** A service with a history in which each kind of merge occurs; what only pull requests name has no branch. */
export function paymentsHistory(): History {
  const history = new History({ start: '2023-05-30T11:30:00.200Z', stepMinutes: 4_320 });
  const main = createWriter(history);
  main.add('base', 'Begin', {
    'README.md': '# Payments Service (new)\n\nTakes payments; keeps the ledger.\n',
    CODEOWNERS: '* @acme-workspace/payments\n/src/Ledger.kt soren.lindqvist@acme.example\n',
    'docs/ledger.md': '# The ledger\n\nAmounts are in the smallest unit.\n',
    'src/Ledger.kt': ledger(loop, []),
    'src/Providers.kt': providers(['card', 'invoice']),
  });
  for (let revision = 1; revision <= 12; revision += 1) {
    const settings = { 'src/settings.ini': `[service]\nrevision = ${revision}\n` };
    main.add(`revision ${revision}`, `Revision ${revision}`, settings);
  }
  mergeByCommit(main);
  squash(main);
  fastForward(main);
  squashLedger(main);
  main.add('pruned merge', 'Tell banks apart (#8)', { 'src/Banks.kt': 'val banks = 2\n' });
  squashFork(main);
  rename(main);
  addBranches(main);
  main.add('tip', 'Revision 13', { 'src/settings.ini': '[service]\nrevision = 13\n' });
  return history;
}

interface Writer {
  readonly history: History;
  tip: Mark;
  /** A commit on main. */
  add(label: string, message: string, changes: Changes, merges?: readonly Mark[]): Mark;
  /** A commit beside it, which no ref holds. */
  aside(label: string, from: Mark, message: string, changes: Changes): Mark;
}

function createWriter(history: History): Writer {
  const writer: Writer = {
    history,
    tip: 0,
    add(label, message, changes, merges = []) {
      const from = writer.tip === 0 ? {} : { from: writer.tip };
      writer.tip = history.commit({ branch: 'main', label, message, changes, merges, ...from });
      return writer.tip;
    },
    // On main for the moment: the next commit there puts it right.
    aside: (label, from, message, changes) =>
      history.commit({ branch: 'main', label, from, message, changes }),
  };
  return writer;
}

function mergeByCommit(main: Writer): void {
  const debit = providers(['card', 'invoice', 'debit']);
  const first = main.aside('debit 1', main.tip, 'Add direct debit', { 'src/Providers.kt': debit });
  const tip = main.aside('debit', first, 'Explain direct debit', {
    'docs/debit.md': '# Direct debit\n\nTakes three days.\n',
  });
  main.add('before debit', 'Revision 12a', { 'src/settings.ini': '[service]\nrevision = 12a\n' });
  main.add(
    'debit merge',
    'Merged in feature/direct-debit (pull request #1)',
    { 'src/Providers.kt': debit, 'docs/debit.md': '# Direct debit\n\nTakes three days.\n' },
    [tip],
  );
}

function squash(main: Writer): void {
  const retries = { 'src/Retries.kt': 'val retries = 3\n' };
  const first = main.aside('retries 1', main.tip, 'Retry once', {
    'src/Retries.kt': 'val retries = 1\n',
  });
  main.aside('retries', first, 'Retry three times', retries);
  main.add('retries merge', 'Retry what a provider refuses (pull request #2)', retries);
}

function fastForward(main: Writer): void {
  main.add('limits', 'Limit the amount of a payment', { 'src/Limits.kt': 'val limit = 500_000\n' });
}

/** Its first head is the one that outdated comments were made on. */
function squashLedger(main: Writer): void {
  const first = { 'src/Ledger.kt': ledger(shortSumOfInts, []) };
  const final = { 'src/Ledger.kt': ledger(shortSum, refund) };
  const head = main.aside('refunds 1', main.tip, 'Sum up in one line', first);
  main.aside('refunds', head, 'Add refunds', final);
  main.add('refunds merge', 'Refund a part of a payment (pull request #7)', final);
}

function squashFork(main: Writer): void {
  const changes = { 'docs/partners.md': '# Partners\n\nWrite to us first.\n' };
  main.aside('partner', main.tip, 'Explain how partners connect', changes);
  main.add('partner merge', 'Explain how partners connect (pull request #9)', changes);
}

function rename(main: Writer): void {
  const renamed = { 'src/Providers.kt': null, 'src/PaymentProviders.kt': allProviders };
  main.aside('rename', main.tip, 'Call providers what they are', renamed);
  main.add('rename merge', 'Call providers what they are (pull request #16)', renamed);
}

const allProviders = providers(['card', 'invoice', 'debit', 'voucher']);

function addBranches({ history, tip, aside }: Writer): void {
  const branch = (name: string, message: string, changes: Changes): Mark =>
    history.commit({ branch: name, label: name, from: tip, message, changes });
  branch('feature/instalments', 'Sketch instalments', { 'src/Instalments.kt': 'val months = 3\n' });
  branch('feature/reporting', 'Report each day', { 'src/Reporting.kt': 'val daily = true\n' });
  branch('fix/rounding', 'Round half to even', {
    'docs/ledger.md': '# The ledger\n\nHalf to even.\n',
  });
  branch('docs/runbook', 'Write a runbook', { 'docs/runbook.md': '# Runbook\n\nCall Robin.\n' });
  branch('chore/odd-names', 'Be careful', { 'docs/a b & <c>.md': 'odd\n' });
  branch('release/candidate', 'Prepare a candidate', { 'src/Version.kt': 'val version = 2\n' });
  aside('declined', tip, 'Try another database', { 'src/Store.kt': 'val store = "other"\n' });
}

function providers(names: readonly string[]): string {
  const lines = names.map((name) => `    Provider("${name}"),`);
  return ['package acme.payments', '', 'val providers = listOf(', ...lines, ')', ''].join('\n');
}

const loop = [
  '        var sum = 0L',
  '        for (entry in store.entriesOf(account)) {',
  '            sum += entry.amount',
  '        }',
  '        return sum',
];
const shortSumOfInts = ['        return store.entriesOf(account).sumOf { it.amount.toInt() }'];
const shortSum = ['        return store.entriesOf(account).sumOf { it.amount }'];
const refund = [
  '    fun refund(entry: Entry, amount: Long) {',
  '        require(amount > 0)',
  '        require(amount <= entry.amount)',
  '        book(Entry(entry.account, -amount))',
  '    }',
  '',
];

/** The sum begins at line 9; what is added after it stands before `close`. */
function ledger(sum: readonly string[], more: readonly string[]): string {
  return [
    'package acme.payments',
    '',
    'class Ledger(val store: Store) {',
    '    fun book(entry: Entry) {',
    '        store.write(entry)',
    '    }',
    '',
    '    fun balance(account: Account): Long {',
    ...sum,
    '    }',
    '',
    ...more,
    '    fun close() {',
    '        store.close()',
    '    }',
    '}',
    '',
  ].join('\n');
}
