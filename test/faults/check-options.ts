/** @throws Error where `--others` goes with something else that strikes */
export function checkOthers(
  values: Readonly<Record<'sweep' | 'live' | 'calibration' | 'others', boolean>> & {
    readonly rate: string;
  },
): void {
  if (values.others && (values.sweep || values.live || values.calibration || values.rate !== '0')) {
    throw new Error('--others goes with none of --sweep, --live, --calibration and --rate');
  }
}

/** @throws Error where two options contradict each other */
export function checkTogether(
  values: Readonly<Record<'sweep' | 'live' | 'calibration', boolean>> &
    Readonly<Record<'settings' | 'kills' | 'rate' | 'workers', string>> &
    Readonly<Partial<Record<'seed' | 'rounds' | 'pairs', string>>>,
): void {
  if (values.sweep && (values.kills !== '0' || values.rate !== '0' || values.seed !== undefined)) {
    throw new Error('--sweep goes with none of --kills, --rate and --seed');
  }
  if (values.settings !== '0' && (values.sweep || values.kills !== '0' || values.rate !== '0')) {
    throw new Error('--settings goes with none of --sweep, --kills and --rate');
  }
  if (values.live && (values.sweep || values.settings !== '0')) {
    throw new Error('--live goes with none of --sweep and --settings');
  }
  const isAlone = !values.live && !values.sweep && values.settings === '0';
  if (values.calibration && !(isAlone && values.kills === '0' && values.rate === '0')) {
    throw new Error(
      '--calibration goes with none of --sweep, --settings, --live, --kills and --rate',
    );
  }
  if (values.workers !== '0' && (!isAlone || values.calibration)) {
    throw new Error('--workers goes with none of --sweep, --settings, --live and --calibration');
  }
  if (!values.calibration && values.pairs !== undefined) {
    throw new Error('--pairs goes with --calibration');
  }
  if (!values.live && values.rounds !== undefined) throw new Error('--rounds goes with --live');
}

/** @throws Error where it is not the only kind of run that is asked for */
export function checkAlone(
  values: Readonly<Record<'sweep' | 'live' | 'calibration', boolean>> &
    Readonly<Record<'settings' | 'workers', string>>,
): void {
  const { sweep, live, calibration, settings, workers } = values;
  if (![sweep, live, calibration, settings !== '0', workers !== '0'].includes(true)) return;
  throw new Error(
    '--cut-over-repair goes with none of --sweep, --settings, --live, --calibration and --workers',
  );
}
