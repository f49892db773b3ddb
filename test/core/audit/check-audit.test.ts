import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkAudit, compareWithState } from '../../../src/core/audit/check-audit.ts';
import { chainLine } from '../../../src/core/kernel/hash-chain.ts';
import { answer, each, exportedAt, exportedOf, recordedOf, sent } from './lines.ts';

const contents = [sent, answer(2), sent, sent, answer(5)];

async function whole(lines: readonly string[]) {
  const check = await checkAudit(each(lines));
  if (check.outcome === 'broken') throw new Error(`${check.line} ${check.reason}`);
  return check;
}

describe('the check of an exported record', () => {
  it('finds an untouched file whole, and counts its lines and writes', async () => {
    const lines = await exportedOf(recordedOf(contents));
    expect(await whole(lines)).toMatchObject({
      migration: 'mig_000000000001',
      lines: 7,
      writes: 3,
      exportedAt: Date.parse(exportedAt),
    });
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ type: 'end', outcome_unknown: [4] });
  });

  it('finds an export of a record without a write whole', async () => {
    expect(await whole(await exportedOf([]))).toMatchObject({ lines: 2, writes: 0 });
  });

  it('names the line after a changed one', async () => {
    const lines = await exportedOf(recordedOf(contents));
    lines[2] = (lines[2] ?? '').replace('201', '500');
    expect(await checkAudit(each(lines))).toEqual({
      outcome: 'broken',
      line: 4,
      reason: 'does not match line 3: one of the two was changed',
    });
  });

  it('notices a changed closing line', async () => {
    const lines = await exportedOf(recordedOf(contents));
    lines[6] = (lines[6] ?? '').replace('"writes":3', '"writes":2');
    expect(await checkAudit(each(lines))).toMatchObject({ line: 7 });
  });

  it('notices that a line was removed, added or moved, and where', async () => {
    const lines = await exportedOf(recordedOf(contents));
    const without = lines.toSpliced(3, 1);
    expect(await checkAudit(each(without))).toMatchObject({
      line: 4,
      reason: 'has number 5, not 4: lines were removed, added or moved',
    });
    const twice = lines.toSpliced(3, 0, lines[2] ?? '');
    expect(await checkAudit(each(twice))).toMatchObject({ line: 4 });
  });

  it('notices every change of one character, but for one of the time of the export', async () => {
    const lines = await exportedOf(recordedOf(contents));
    const text = lines.join('\n');
    const time = text.lastIndexOf(exportedAt);
    await fc.assert(
      fc.asyncProperty(
        fc.nat(text.length - 1).filter((at) => at < time || at > time + 24),
        fc.constantFrom('x', '0', '9', '"', '-'),
        async (at, character) => {
          const changed = `${text.slice(0, at)}${character}${text.slice(at + 1)}`;
          const { outcome } = await checkAudit(each(changed.split('\n')));
          return outcome === (changed === text ? 'whole' : 'broken');
        },
      ),
    );
  });

  it('notices every end that was cut off', async () => {
    const lines = await exportedOf(recordedOf(contents));
    for (let kept = 0; kept < lines.length; kept += 1) {
      expect(await checkAudit(each(lines.slice(0, kept)))).toMatchObject({
        line: kept + 1,
        reason: 'is missing: the end of the file was cut off',
      });
    }
  });

  it('refuses what follows the closing line, and what is no record', async () => {
    const lines = await exportedOf(recordedOf(contents));
    expect(await checkAudit(each([...lines, '{}']))).toMatchObject({
      reason: 'comes after the closing line',
    });
    expect(await checkAudit(each(['{"line":1,"previous":null}']))).toMatchObject({ line: 1 });
    expect(await checkAudit(each(['hello']))).toMatchObject({ reason: 'is not a line of JSON' });
  });
});

describe('the comparison of a file with the state', () => {
  it('accepts what the state has, and counts what it got since', async () => {
    const file = await whole(await exportedOf(recordedOf(contents)));
    expect(await compareWithState(file, each(recordedOf(contents)))).toEqual({ newer: 0 });
    const later = { ...sent, at: '2026-11-23T13:00:00.000Z' };
    const state = recordedOf([...contents, later]);
    expect(await compareWithState(file, each(state))).toEqual({ newer: 1 });
  });

  it('accepts an export from before the first write', async () => {
    const file = await whole(await exportedOf([]));
    expect(await compareWithState(file, each([]))).toEqual({ newer: 0 });
  });

  it('notices a file that was cut off and closed again', async () => {
    const file = await whole(await exportedOf(recordedOf(contents.slice(0, 2))));
    expect(await compareWithState(file, each(recordedOf(contents)))).toMatchObject({
      line: 4,
      reason: 'is missing: the state recorded it before the export',
    });
  });

  it('notices a file that was rewritten with another content', async () => {
    const forged = await exportedOf(recordedOf([sent, answer(2), sent]));
    const state = recordedOf([sent, { ...answer(2), status: 404 }, sent]);
    expect(await compareWithState(await whole(forged), each(state))).toMatchObject({
      outcome: 'broken',
      line: 4,
    });
  });

  it('notices lines that the state does not have', async () => {
    const file = await whole(await exportedOf(recordedOf(contents)));
    const state = recordedOf(contents).slice(0, 3);
    expect(await compareWithState(file, each(state))).toMatchObject({ line: 4 });
  });

  it('notices a state that was changed', async () => {
    const file = await whole(await exportedOf(recordedOf(contents)));
    const state = recordedOf(contents);
    state[1] = chainLine(null, sent).text;
    expect(await compareWithState(file, each(state))).toMatchObject({
      line: 2,
      reason: expect.stringContaining('of the state'),
    });
  });
});
