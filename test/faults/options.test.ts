import { describe, expect, it } from 'vitest';
import { readOptions } from './options.ts';

describe('the command line of the harness', () => {
  it('has a default for everything', () => {
    const options = {
      isSweep: false,
      isCalibration: false,
      onlySettings: false,
      onlyImports: false,
      every: 1,
      rounds: 0,
      repairs: false,
      settings: 0,
      workers: 0,
      kills: 0,
      rate: 0,
      migrations: 1,
      atOnce: 1,
      workspace: 'sample',
    };
    expect(readOptions([])).toMatchObject({ kind: 'run', options });
  });

  it.each(['--help', '-h'])('is explained by %s in a few lines', (flag) => {
    const given = readOptions([flag]);
    expect(given.kind).toBe('help');
    expect('text' in given ? given.text : '').toMatch(/--kills <number>.+--json/s);
  });

  it.each([
    [['--kilsl', '5'], "Unknown option '--kilsl'"],
    [['--kills'], 'argument missing'],
    [['--kills', 'many'], '--kills takes a number from 0 to 1000000'],
    [['--rate', '0.9'], '--rate takes a number from 0 to 0.5'],
    [['--workspace', 'large'], '--workspace takes sample or small'],
    [['more'], 'more'],
    [
      ['--settings', '5', '--kills', '1'],
      '--settings goes with none of --sweep, --kills and --rate',
    ],
    [['--live', '--sweep'], '--live goes with none of --sweep and --settings'],
    [['--workers', '3', '--live'], '--workers goes with none of --sweep, --settings, --live'],
    [['--database-away'], '--database-away needs --workers'],
    [['--workers', '3', '--queued', '9', '--kills', '1'], '--queued goes with none of --kills'],
    [
      ['--workers', '3', '--shared-limit', '--database-away'],
      '--database-away does not go with --shared-limit',
    ],
    [['--rounds', '3'], '--rounds goes with --live'],
    [['--cut-over-repair', '--live'], '--cut-over-repair goes with none of --sweep'],
    [['--pairs', '3'], '--pairs goes with --calibration'],
    [['--calibration', '--sweep'], '--calibration goes with none of --sweep'],
    [['--sweep', '--rate', '0.1'], '--sweep goes with none of --kills, --rate and --seed'],
  ])('that is wrong (%j) is answered by one sentence', (args, words) => {
    const given = readOptions(args);
    expect(given.kind).toBe('wrong');
    const message = 'message' in given ? given.message : '';
    expect(message).toContain(words);
    expect(message).not.toContain('\n');
  });
});
