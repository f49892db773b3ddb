import type { Finding } from '../../../../core/doctor/finding.ts';
import type { Binding } from '../../../../ui/keys/keymap.ts';
import { glyphsOf } from '../../../../ui/theme/glyphs.ts';
import { hasEnded, type PromptIO, plainView, until } from '../../engine/prompt-io.ts';
import type { BodySize, Step, WizardContext } from '../../engine/step.ts';
import { scrollKeys } from '../../shared/scroll.ts';
import {
  type DoctorAction,
  type DoctorSlice,
  type DoctorState,
  initialDoctor,
  reduceDoctor,
} from './state.ts';
import { doctorLines } from './view.ts';

type DoctorContext = WizardContext<DoctorSlice>;

/** Beside the path: everything that a migration needs. */
export const doctorStep: Step<'doctor', DoctorState, DoctorAction> = {
  name: 'doctor',
  isAside: true,
  initial: () => initialDoctor,
  reduce: reduceDoctor,
  title: () => 'Doctor',
  body({ doctor }, { width, height, glyphs }) {
    const { scrolled } = doctor;
    return { lines: doctorLines(doctor, { width, glyphs }).slice(scrolled, scrolled + height) };
  },
  keys,
  ask,
  busy: ({ doctor }) => (doctor.task.status === 'running' ? 'Checking everything' : null),
  enter: diagnose,
  leave: ({ tasks }) => tasks.stop('doctor'),
};

function keys(context: DoctorContext, { width, height }: BodySize): readonly Binding[] {
  const { store, back } = context;
  const scroll = (by: number) => {
    const lines = doctorLines(store.getState().doctor, { width, glyphs: glyphsOf({}) });
    const most = Math.max(0, lines.length - height);
    store.dispatch({ type: 'doctor', action: { type: 'scroll', by, most } });
  };
  return [
    { keys: ['enter'], label: 'back', help: 'Back to the beginning', run: back },
    ...scrollKeys(height, scroll),
    { keys: ['r'], label: 'check again', help: 'Check again', run: () => diagnose(context) },
  ];
}

function diagnose({ store, session, tasks }: DoctorContext): void {
  const onFinding = (finding: Finding) =>
    store.dispatch({ type: 'doctor', action: { type: 'found', finding } });
  tasks.run(
    'doctor',
    (signal) => session.diagnose({ onFinding, signal }),
    (task) => store.dispatch({ type: 'doctor', action: { type: 'task', task } }),
  );
}

async function ask({ store, end }: DoctorContext, io: PromptIO): Promise<void> {
  const { doctor } = await until(store, (state) => hasEnded(state.doctor.task));
  io.say(['', ...doctorLines(doctor, plainView)]);
  end({ kind: 'left', saved: null });
}
