import { cutLine, type Line } from '../../../ui/text/line.ts';
import { windowOf } from '../../../ui/text/view-window.ts';
import type { Glyphs } from '../../../ui/theme/glyphs.ts';
import { capitalized, kindOf, placeWord } from '../steps/credentials/source-kind.ts';
import { credentialsView, type View } from '../steps/credentials/view.ts';
import { discoveryView } from '../steps/discovery/view.ts';
import { doctorLines } from '../steps/doctor/view.ts';
import { chosenForecast, optionsView } from '../steps/options/view.ts';
import { reviewLines } from '../steps/review/view.ts';
import { selectionView } from '../steps/selection/view.ts';
import { type Step, steps, type WizardState } from './state.ts';
import type { BodySize } from './step.ts';
import { resultOf } from './task.ts';

interface Room extends BodySize {
  readonly glyphs: Glyphs;
}

/** What stands between title and footer, for the screens that are made of lines alone; never more than fits. Pure. */
export function bodyLines(state: WizardState, room: Room): readonly Line[] {
  const { width, glyphs } = room;
  return linesOf(state, room).map((one) => cutLine(one, width, glyphs.ellipsis));
}

function linesOf(state: WizardState, room: Room): readonly Line[] {
  const { width, height, glyphs } = room;
  switch (state.step) {
    case 'doctor': {
      const { scrolled } = state.doctor;
      const lines = doctorLines(state.doctor, { width, glyphs });
      return lines.slice(scrolled, scrolled + height);
    }
    case 'credentials':
      return fitted(credentialsView(state.credentials, { width, glyphs }), room);
    case 'discovery': {
      const workspaces = resultOf(state.credentials.source)?.workspaces ?? null;
      const word = placeWord(state.credentials);
      return fitted(discoveryView(state.discovery, { width, glyphs, workspaces, word }), room);
    }
    case 'selection':
      return selectionView(state.selection, room);
    case 'options': {
      const targetIsLimited = resultOf(state.credentials.target)?.isLimited;
      const kind = kindOf(state.credentials);
      const forecast = chosenForecast(state.selection, { kind, targetIsLimited });
      return fitted(
        optionsView(state.options, { width, glyphs, forecast, limit: state.selection.limit }),
        room,
      );
    }
    case 'review': {
      const { scrolled } = state.review;
      const lines = reviewLines(state, { width, glyphs });
      return lines.slice(scrolled, scrolled + height);
    }
    default:
      return [];
  }
}

function fitted({ lines, from, to }: View, { height, glyphs }: Room): readonly Line[] {
  return windowOf(lines, { height, from, to, ellipsis: glyphs.ellipsis });
}

const titles: Readonly<Record<Exclude<Step, 'discovery'>, string>> = {
  welcome: 'migrator',
  doctor: 'Doctor',
  credentials: 'Credentials',
  selection: 'Repositories',
  options: 'Options',
  review: 'Review',
  confirmation: 'Confirmation',
};

/** What the screen is, and how far one has come. Pure. */
export function titleOf({ step, resuming, purpose, isDemo, credentials }: WizardState): {
  readonly title: string;
  readonly place: string;
} {
  const title = step === 'discovery' ? capitalized(placeWord(credentials)) : titles[step];
  const demo = isDemo ? 'demo' : '';
  if (step === 'welcome' || step === 'doctor') return { title, place: demo };
  if (resuming !== null) return { title: `${title} to resume ${resuming}`, place: demo };
  if (purpose === 'secrets') return { title: `${title} for secrets`, place: demo };
  const place = `${steps.indexOf(step) + 1} of ${steps.length}`;
  return { title, place: isDemo ? `${demo}, ${place}` : place };
}

/** What goes on just now; `null` where nothing does. Pure. */
export function busyText(state: WizardState): string | null {
  const { step, doctor, credentials, discovery, selection, options, review, saving } = state;
  const isVerifying =
    credentials.source.status === 'running' || credentials.target.status === 'running';
  if (saving.status === 'running') return 'Saving the plan';
  if (step === 'doctor' && doctor.task.status === 'running') return 'Checking everything';
  if (step === 'credentials' && isVerifying) return 'Checking the credentials';
  if (step === 'discovery' && discovery.task.status === 'running')
    return `Reading the ${placeWord(credentials)}`;
  if (step === 'selection' && selection.look.status === 'running')
    return 'Looking at pull requests';
  if (step === 'options' && options.check.status === 'running') return 'Checking the user map';
  if (step === 'review' && review.task.status === 'running') return 'Checking everything';
  return null;
}
