import { describe, expect, it } from 'vitest';
import { findTokens, formsOf, scanUntil } from '../helpers/secrets/token-scan.ts';
import { createRandomFaults } from './chance/random-faults.ts';
import { watchTraffic } from './chance/traffic.ts';
import { openFaultPlace } from './place.ts';

/** With what addresses and base64 write differently. */
const sourceToken = 'ATATT3xFfGF0+source/canary_A-1=5D0C0FFE';
const targetToken = 'ghp_targetCanary+B/2_of=the?scan';
const forms = [...formsOf(sourceToken), ...formsOf(targetToken)];

describe.runIf(process.platform === 'linux')('the tokens of a run', () => {
  it('are nowhere to be seen while one request in ten fails, after a kill, and in no report', {
    timeout: 300_000,
  }, async () => {
    await using place = await openFaultPlace({
      workspace: 'small',
      edition: 'Enterprise Server',
      comments: 'threaded',
      mergesByPush: 'any-branch',
      sizes: 'small',
    });
    const { sandbox, folder } = place;
    sandbox.bitbucket.credentials.addApiToken({ token: sourceToken });
    sandbox.github.tokens.add({ token: targetToken, scopes: ['repo', 'workflow', 'admin:org'] });
    const environment = {
      ...place.environment,
      SRC_ACCESS_TOKEN: undefined,
      SRC_USERNAME: sandbox.environment.SRC_USERNAME,
      SRC_API_TOKEN: sourceToken,
      DST_TOKEN: targetToken,
    };
    const traffic = watchTraffic(
      sandbox.faults,
      createRandomFaults({ seed: 'tokens', rate: 0.1, isQuick: true }),
    );
    const hits = new Set<string>();
    let output = '';
    /** Runs the program, and looks for the tokens all the while. */
    async function run(args: readonly string[], killAfter?: number): Promise<number | null> {
      const { child, ended } = place.start(args, environment);
      if (killAfter !== undefined)
        traffic.after('requests', killAfter, () => child.kill('SIGKILL'));
      const seen = await scanUntil(ended, { folder, forms });
      for (const hit of seen.hits) hits.add(hit);
      const { code, stdout, stderr } = await ended;
      output += stdout + stderr;
      return code;
    }
    const loud = ['-vvv', '--log-file', 'run.log'];
    expect(await run(['migrate', '--plan', 'plan.json', ...loud], 40)).toBe(null);
    const id = /mig_[0-9a-z]{12}/.exec(output)?.[0] ?? '';
    let code = await run(['migrate', '--resume', id, ...loud]);
    for (let more = 0; (code === 6 || code === 7) && more < 10; more += 1) {
      code = await run(['migrate', '--resume', id, ...loud]);
    }
    expect(code).toBe(0);
    sandbox.faults.clear();
    expect(await run(['verify', '--migration', id, '--output', 'verified.html', ...loud])).toBe(0);
    expect(await run(['verify', '--migration', id, '--json', ...loud])).toBe(0);
    expect(await run(['status', '--migration', id, '--json'])).toBe(0);
    expect([...traffic.faults.values()].length).toBeGreaterThan(2);
    for (const hit of findTokens({ folder, forms })) hits.add(hit);
    expect([...hits]).toEqual([]);
    expect(forms.filter((form) => output.includes(form))).toEqual([]);
  });
});

describe('the scan', () => {
  it('finds a token in every form in which it is sent or kept', () => {
    const seen = [
      sourceToken,
      `https://robin:${encodeURIComponent(sourceToken)}@host/`,
      ...['', 'a:', 'ab:', 'abc:'].map((user) =>
        Buffer.from(`${user}${sourceToken}`).toString('base64'),
      ),
      JSON.stringify({ token: sourceToken }),
    ];
    const missed = seen.filter((text) => !formsOf(sourceToken).some((form) => text.includes(form)));
    expect(missed).toEqual([]);
  });
});
