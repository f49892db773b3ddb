import { safe } from '../../../../core/kernel/format/terminal-text.ts';
import { hasEnded, type PromptIO, plainView, until } from '../../engine/prompt-io.ts';
import type { Step, WizardContext } from '../../engine/step.ts';
import { idle, resultOf } from '../../engine/tasks.ts';
import { asBody, moveKeys, turnKeys } from '../../engine/view.ts';
import type { DiscoverySlice } from '../discovery/state.ts';
import type { SelectionSlice } from '../selection/model.ts';
import { type OptionsSlice, optionsOf } from '../state/options.ts';
import {
  accessChoices,
  initialTeams,
  isUnusable,
  reduceTeams,
  type TeamsAction,
  type TeamsSlice,
  type TeamsState,
} from './state.ts';
import { teamsUndo } from './undo.ts';
import { accessText, teamsView } from './view.ts';

type Known = OptionsSlice & DiscoverySlice & SelectionSlice;
type TeamsContext = WizardContext<Known & TeamsSlice>;

export const teamsStep: Step<'teams', TeamsState, TeamsAction, Known> = {
  name: 'teams',
  initial: () => initialTeams,
  reduce: reduceTeams,
  undo: teamsUndo,
  input: (input) => input,
  types: ({ teams }) => teams.rows.length > 0,
  isSkipped: ({ options }) => !options.values.settings,
  title: () => 'Groups and teams',
  about: () =>
    'Choose a team and its access for each Bitbucket group. Several groups can share a team.',
  body: ({ teams }, options) => asBody(teamsView(teams, options)),
  keys: teamsKeys,
  ask,
  busy: ({ teams }) => (teams.task.status === 'running' ? 'Reading settings' : null),
  enter: readSettings,
  leave({ store, tasks }) {
    tasks.stop('settings');
    if (store.getState().teams.task.status === 'running') forget(store);
  },
  drop: ({ store }) => forget(store),
  onEvent({ store }, event) {
    if (event.type !== 'settings-scan-progress') return;
    const { scanned, repositories } = event;
    store.dispatch({ type: 'teams', action: { type: 'progress', scanned, repositories } });
  },
};

function forget(store: TeamsContext['store']): void {
  store.dispatch({
    type: 'teams',
    action: { type: 'task', task: idle, read: new Set(), groupsFile: '' },
  });
}

/** Returns the settings of the selected repositories, unless they are still being read. */
function readSettings({ store, session, tasks }: TeamsContext): void {
  const { discovery, selection, teams, options } = store.getState();
  const groupsFile = optionsOf(options).groups;
  const found = resultOf(discovery.task);
  if (found === null) return;
  const { selected } = selection;
  const isRead =
    teams.task.status === 'done' &&
    teams.groupsFile === groupsFile &&
    [...selected].every((slug) => teams.read.has(slug));
  if (isRead) return;
  const { workspace } = found.inventory.source;
  const repositories = found.repositories.filter(({ slug }) => selected.has(slug));
  const read = new Set(selected);
  tasks.run(
    'settings',
    (signal) => session.readSettings({ workspace, repositories, groupsFile, signal }),
    (task) => store.dispatch({ type: 'teams', action: { type: 'task', task, read, groupsFile } }),
  );
}

function teamsKeys(context: TeamsContext) {
  const { store, forward } = context;
  const { task, rows } = store.getState().teams;
  const act = (action: TeamsAction) => store.dispatch({ type: 'teams', action });
  if (task.status === 'failed') {
    const run = () => readSettings(context);
    return [{ keys: ['enter'], label: 'read again', help: 'Read the settings again', run }];
  }
  const why = task.status === 'done' ? null : 'wait for the settings';
  return [
    {
      keys: ['enter'],
      label: 'continue',
      help: 'Continue to the review',
      disabled: rows.some(isUnusable) ? 'correct the team names' : why,
      run: () => forward('teams'),
    },
    ...(rows.length === 0
      ? []
      : [
          ...moveKeys('group', (by) => act({ type: 'move', by })),
          ...turnKeys((by) => act({ type: 'turn', by })),
        ]),
  ];
}

/** Lists the groups until none is to be changed. */
async function ask(context: TeamsContext, io: PromptIO): Promise<void> {
  const { store, forward, back } = context;
  const state = await until(store, ({ teams }) => hasEnded(teams.task));
  if (state.teams.task.status === 'failed') {
    io.say(teamsView(state.teams, plainView).lines);
    const next = await io.choose('Settings', ['Read them again', 'Change the options']);
    if (next === 1) return back();
    return readSettings(context);
  }
  for (;;) {
    const { rows } = store.getState().teams;
    const labels = rows.map(
      ({ group, team, access }) =>
        `${safe(group.name)}: ${safe(team.text) || 'no team'}, ${accessText(access)}`,
    );
    const number = await io.choose('Groups and teams', ['Continue with these', ...labels]);
    if (number > 0) await change(context, io, number - 1);
    else if (rows.some(isUnusable)) io.say(['A team needs a letter or a digit.']);
    else return forward('teams');
  }
}

async function change({ store }: TeamsContext, io: PromptIO, at: number): Promise<void> {
  const act = (action: TeamsAction) => store.dispatch({ type: 'teams', action });
  const { teams } = store.getState();
  act({ type: 'move', by: at - teams.at });
  act({ type: 'text', text: await io.ask('Team (empty: none): ') });
  const wanted = await io.choose('Access', accessChoices.map(accessText));
  const now = accessChoices.indexOf(teams.rows[at]?.access ?? null);
  const turns = (wanted - now + accessChoices.length) % accessChoices.length;
  for (let turn = 0; turn < turns; turn += 1) act({ type: 'turn', by: 1 });
}
