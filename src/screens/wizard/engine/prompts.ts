import type { Program } from '../../../core/program.ts';
import { count } from '../../../core/report/format.ts';
import { safe } from '../../../core/report/terminal-text.ts';
import type { WizardOutcome } from '../../../core/wizard/outcome.ts';
import { type Line, plainText } from '../../../ui/text/line.ts';
import { glyphsOf } from '../../../ui/theme/glyphs.ts';
import { capitalized, placeWord } from '../steps/credentials/source-kind.ts';
import { firstOrganization, isComplete, isVerified } from '../steps/credentials/state.ts';
import { credentialsView } from '../steps/credentials/view.ts';
import { pickedName } from '../steps/discovery/pick-state.ts';
import { discoveryView } from '../steps/discovery/view.ts';
import { doctorLines } from '../steps/doctor/view.ts';
import { promptOptions } from '../steps/options/ask.ts';
import { aheadOf, type Reviewed } from '../steps/review/state.ts';
import { reviewLines } from '../steps/review/view.ts';
import { limitText, overLimit } from '../steps/selection/limit.ts';
import { matchesOf } from '../steps/selection/state.ts';
import { welcomeItems } from '../steps/welcome/items.ts';
import { begin } from './create-wizard.ts';
import { discoverWorkspace, enter } from './navigation.ts';
import type { WizardState } from './state.ts';
import type { Hands } from './step.ts';
import { resultOf, type Task } from './task.ts';

/** Asks and tells in plain lines. */
export interface Talk {
  /** @throws Left at the end of input */
  readonly ask: (question: string) => Promise<string>;
  /** One of these, by its number; nothing means the first. */
  readonly choose: (question: string, labels: readonly string[]) => Promise<number>;
  readonly say: (lines: readonly (Line | string)[]) => void;
}

class Left extends Error {}

const width = 78;
const glyphs = glyphsOf({});

/**
 * The same wizard as questions and answers, for screen readers and terminals that only print: the same state, the same checks, the
 * same outcome. Secrets are not asked for, because what is typed here is seen and heard: they come from the environment.
 */
export async function promptWizard(options: {
  hands: Hands;
  ask: NonNullable<Program['ask']>;
  write: (text: string) => void;
}): Promise<WizardOutcome> {
  const { hands } = options;
  try {
    return await talkThrough(hands, createTalk(options));
  } catch (thrown) {
    if (thrown instanceof Left) return { kind: 'left', saved: null };
    if (thrown instanceof Error && thrown.name === 'AbortError') return { kind: 'interrupted' };
    throw thrown;
  } finally {
    hands.tasks.stopAll();
  }
}

function createTalk({
  ask,
  write,
}: {
  ask: NonNullable<Program['ask']>;
  write: (text: string) => void;
}): Talk {
  const say: Talk['say'] = (lines) => {
    for (const one of lines) write(`${typeof one === 'string' ? one : plainText(one)}\n`);
  };
  const askOnce: Talk['ask'] = async (question) => {
    const answer = await ask(question);
    if (answer === null) {
      say(['']);
      throw new Left();
    }
    return answer.trim();
  };
  return {
    say,
    ask: askOnce,
    async choose(question, labels) {
      say(['', question, ...labels.map((label, at) => `  ${at + 1}  ${label}`)]);
      for (;;) {
        const answer = await askOnce(`Number [1]: `);
        const chosen = answer === '' ? 0 : Number(answer) - 1;
        if (labels[chosen] !== undefined) return chosen;
        say([`There is no number ${safe(answer)}.`]);
      }
    },
  };
}

async function talkThrough(hands: Hands, talk: Talk): Promise<WizardOutcome> {
  const { store } = hands;
  begin(hands);
  const { ongoing, isDemo } = await until(hands, (state) => hasEnded(state.ongoing));
  const items = welcomeItems(resultOf(ongoing) ?? [], { width, height: 13, glyphs, isDemo });
  const labels = items.map(({ label }) => label);
  const choice = items[await talk.choose('What is to be done?', labels)]?.value;
  if (choice?.kind === 'doctor') {
    enter(hands, 'doctor');
    const { doctor } = await until(hands, (state) => hasEnded(state.doctor.task));
    talk.say(['', ...doctorLines(doctor, { width, glyphs })]);
    return { kind: 'left', saved: null };
  }
  if (choice === undefined || choice.kind === 'leave') return { kind: 'left', saved: null };
  if (choice.kind === 'watch' || choice.kind === 'license') return choice;
  if (!(await checkCredentials(hands, talk))) return { kind: 'left', saved: null };
  if (choice.kind === 'resume') return choice;
  await readWorkspace(hands, talk);
  if (choice.kind === 'secrets') {
    const { credentials, discovery } = store.getState();
    const workspace = pickedName(discovery.pick);
    return { kind: 'secrets', workspace, organization: firstOrganization(credentials) };
  }
  enter(hands, 'selection');
  await chooseRepositories(hands, talk);
  for (;;) {
    enter(hands, 'options');
    await promptOptions(hands, talk);
    enter(hands, 'review');
    await until(hands, (state) => hasEnded(state.review.task));
    talk.say(['', ...reviewLines(store.getState(), { width, glyphs })]);
    const reviewed = resultOf(store.getState().review.task);
    const next = await talk.choose(...afterReview(reviewed));
    if (next === 0) continue;
    const saved = store.getState().review.saved?.choices ?? null;
    if (next === 1 || reviewed === null) return { kind: 'left', saved };
    const { choices, plan, rehearsal } = reviewed;
    const confirmed = await confirmNames(rehearsal.replaced, talk);
    if (confirmed !== null) return { kind: 'migrate', choices, plan, confirmed };
  }
}

/** The question after the review: starting is offered where it leads somewhere. */
function afterReview(reviewed: Reviewed | null): Parameters<Talk['choose']> {
  const ways = ['Change the options', 'Leave; the plan is saved'];
  if (reviewed === null || reviewed.rehearsal.problems.length > 0) {
    return ['This has to be solved first.', ways];
  }
  if (aheadOf(reviewed.rehearsal) === 0) return ['There is nothing to do.', ways];
  return ['Nothing has been written so far.', [...ways, 'Start the migration']];
}

async function checkCredentials(hands: Hands, talk: Talk): Promise<boolean> {
  enter(hands, 'credentials');
  const state = await until(hands, ({ credentials }) =>
    (['source', 'target'] as const).every(
      (side) => !isComplete(credentials, side) || hasEnded(credentials[side]),
    ),
  );
  talk.say(['', ...credentialsView(state.credentials, { width, glyphs }).lines]);
  if (isVerified(state.credentials)) return true;
  talk.say(['', 'Set what is missing or wrong in the environment, and start again.']);
  return false;
}

async function readWorkspace(hands: Hands, talk: Talk): Promise<void> {
  const { store } = hands;
  enter(hands, 'discovery');
  for (;;) {
    const { credentials, discovery } = store.getState();
    const workspaces = resultOf(credentials.source)?.workspaces ?? [];
    const last = discovery.pick.text.text;
    // A name that was wrong is not offered again.
    const isKnown = workspaces.length === 0 || workspaces.includes(last);
    const standard = isKnown && last !== '' ? last : (workspaces[0] ?? '');
    const word = placeWord(credentials);
    const asked = capitalized(word);
    if (workspaces.length > 0) talk.say(['', `${asked}s: ${workspaces.map(safe).join(', ')}`]);
    const name = await talk.ask(`${asked}${standard === '' ? '' : ` [${safe(standard)}]`}: `);
    if (name === '' && standard === '') continue;
    const action = { type: 'name', name: name === '' ? standard : name } as const;
    store.dispatch({ type: 'discovery', action: { type: 'pick', action } });
    discoverWorkspace(hands);
    const after = await until(hands, (state) => hasEnded(state.discovery.task));
    const { lines } = discoveryView(after.discovery, { width, glyphs, workspaces: null, word });
    const found = resultOf(after.discovery.task);
    if (found !== null && found.repositories.length > 0) return;
    talk.say(lines.slice(-6));
  }
}

async function chooseRepositories(hands: Hands, talk: Talk): Promise<void> {
  const { store } = hands;
  for (;;) {
    const { items, chosen } = store.getState().selection;
    const limit = await hands.session.planLimit();
    const text = limitText(limit, chosen.size);
    talk.say([
      '',
      `${chosen.size} of ${count(items.length, 'repository', 'repositories')} chosen.`,
      ...(text === '' ? [] : [`${text}.`]),
    ]);
    const answer = await talk.ask(
      'A pattern such as payments-*, !old-* to leave out, "all", "list", or nothing to go on: ',
    );
    const isOver = overLimit(limit, chosen.size);
    if (answer === '' && isOver !== null) {
      talk.say([`It cannot go on: ${isOver}.`]);
      continue;
    }
    if (answer === '' && chosen.size > 0) return;
    if (answer === 'all') store.dispatch({ type: 'selection', action: { type: 'all' } });
    else if (answer === 'list') {
      talk.say(items.map(({ slug }) => `  ${chosen.has(slug) ? 'x' : '-'} ${safe(slug)}`));
    } else if (matchesOf({ items }, answer).length === 0) talk.say(['Nothing matches that.']);
    else {
      store.dispatch({ type: 'selection', action: { type: 'pattern', on: true } });
      store.dispatch({ type: 'selection', action: { type: 'paste', text: answer } });
      store.dispatch({ type: 'selection', action: { type: 'use-pattern' } });
    }
  }
}

/** @returns `null` where another word was typed */
async function confirmNames(
  replaced: readonly { readonly owner: string; readonly name: string }[],
  talk: Talk,
): Promise<ReadonlySet<string> | null> {
  const confirmed = new Set<string>();
  for (const { owner, name } of replaced) {
    talk.say(['', `${safe(owner)}/${safe(name)} makes room: it is renamed and kept.`]);
    if ((await talk.ask('Type its name to confirm: ')) !== name) {
      talk.say([`That is not ${safe(name)}: nothing is replaced.`]);
      return null;
    }
    confirmed.add(`${owner}/${name}`);
  }
  return confirmed;
}

function hasEnded({ status }: Task<unknown>): boolean {
  return status === 'done' || status === 'failed';
}

function until({ store }: Hands, wanted: (state: WizardState) => boolean): Promise<WizardState> {
  return new Promise((resolve, reject) => {
    function look(): void {
      const state = store.getState();
      const isOver = state.outcome !== null;
      if (!isOver && !wanted(state)) return;
      stop();
      if (isOver) reject(new DOMException('Interrupted', 'AbortError'));
      else resolve(state);
    }
    const stop = store.subscribe(look);
    look();
  });
}
