import { doctorVerdict, type Finding } from '../../../../core/doctor/findings/finding.ts';
import { safe } from '../../../../core/kernel/format/terminal-text.ts';
import type { Binding } from '../../../../ui/keys/keymap.ts';
import { type Line, line } from '../../../../ui/text/line.ts';
import { wrap } from '../../../../ui/text/wrap.ts';
import { glyphsOf } from '../../../../ui/theme/glyphs.ts';
import {
  type ListedAction,
  type ListedTask,
  nothingListed,
  reduceListed,
} from '../../engine/listed-task.ts';
import { hasEnded, type PromptIO, plainView, until } from '../../engine/prompt-io.ts';
import type { Slice } from '../../engine/state.ts';
import type { BodySize, Step, WizardContext } from '../../engine/step.ts';
import { failureView, indented, type LineOptions, marked, scrollKeys } from '../../engine/view.ts';

type DoctorState = ListedTask<readonly Finding[], Finding>;
type DoctorAction = ListedAction<readonly Finding[], Finding>;
export type DoctorSlice = Slice<'doctor', DoctorState, DoctorAction>;

type DoctorContext = WizardContext<DoctorSlice>;

/** Checks everything that a migration needs. */
export const doctorStep: Step<'doctor', DoctorState, DoctorAction> = {
  name: 'doctor',
  isAside: true,
  initial: () => nothingListed,
  reduce: reduceListed,
  about: () =>
    'Runs the checks of `migrator doctor`: this machine, the network, both hosts and the license. They write nothing to either host.',
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
    { keys: ['enter'], label: 'back', help: 'Back to the start', run: back },
    ...scrollKeys(height, scroll),
    { keys: ['r'], label: 'check again', help: 'Check again', run: () => diagnose(context) },
  ];
}

function diagnose({ store, session, tasks }: DoctorContext): void {
  const onFinding = (finding: Finding) =>
    store.dispatch({ type: 'doctor', action: { type: 'item', item: finding } });
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

/** The findings so far, and the verdict. Pure. */
function doctorLines(
  { task, items }: DoctorState,
  { width, glyphs }: LineOptions,
): readonly Line[] {
  const signs = {
    pass: { sign: glyphs.succeeded, role: 'good' },
    warn: { sign: glyphs.warning, role: 'warning' },
    fail: { sign: glyphs.failed, role: 'bad' },
  } as const;
  const linesOf = ({ status, message, remedy }: Finding) => [
    ...marked(signs[status].sign, signs[status].role, safe(message), width),
    ...(remedy === null ? [] : indented(safe(remedy), width, 'quiet')),
  ];
  const lines = items.flatMap(linesOf);
  if (task.status === 'failed') return [...lines, ...failureView(task.failure, { width, glyphs })];
  if (task.status !== 'done') return lines;
  return [...lines, [], ...wrap(doctorVerdict(task.value), width).map((text) => line(text))];
}
