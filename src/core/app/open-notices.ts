import type { CommandProgram } from '../commands/command-program.ts';
import type { Config } from '../config/config-schema.ts';
import type { Variables } from '../kernel/environment.ts';
import type { Network } from '../network/tls-proxy/network.ts';
import type { Notice } from '../notices/notice.ts';
import { noticeSettings, secretParts } from '../notices/notice-settings.ts';
import type { TimedEvent } from '../ports/records/events.ts';
import type { RunState } from '../report/run/run-state.ts';
import type { RunController } from '../work/pausing/run-controller.ts';

/** Milliseconds that a question stays open before a notice is sent. */
const unanswered = 60_000;

/** Tells others about a command. */
export interface Notices {
  accept(event: TimedEvent): void;
  send(notice: Notice): void;
  /** Asks as before, and says so where nobody answers. */
  watchQuestion: (ask: CommandProgram['ask']) => CommandProgram['ask'];
}

export const withoutNotices: Notices = {
  accept: () => {},
  send: () => {},
  watchQuestion: (ask) => ask,
};

/**
 * Opens the webhook, where one is configured.
 * @throws `configuration` for an address that cannot be used
 */
export async function openNotices(options: {
  readonly program: CommandProgram;
  readonly variables: Variables;
  readonly config: Config;
  readonly network: Network;
  readonly run: () => RunState;
  readonly isQuiet: boolean;
  readonly runController: Pick<RunController, 'isAttended'>;
  readonly warn: (message: string) => void;
  readonly onClose: (cleanUp: () => Promise<void>) => void;
}): Promise<Notices> {
  const { program, run, network, warn, onClose } = options;
  const settings = noticeSettings(options.variables, options.config);
  if (settings === null) return withoutNotices;
  for (const secret of secretParts(settings)) program.redactor.add(secret);
  const [{ createWebhook }, { createRunNotices }, { questionNotice }] = await Promise.all([
    import('../notices/webhook.ts'),
    import('../notices/run-notices.ts'),
    import('../notices/notice.ts'),
  ]);
  const { clock, redactor } = program;
  const userAgent = `migrator/${program.version}`;
  const webhook = createWebhook({ ...settings, network, clock, userAgent, warn });
  onClose(webhook.close);
  const send = (notice: Notice) => webhook.send(redactor.data(notice));
  const { isQuiet, runController } = options;
  const { budgetMilliseconds } = settings;
  const { isAttended } = runController;
  return {
    accept: createRunNotices({ run, isAttended, budgetMilliseconds, isQuiet, send }),
    send,
    watchQuestion(ask) {
      if (ask === null) return null;
      return async (question) => {
        const answered = new AbortController();
        clock.sleep(unanswered, answered.signal).then(
          () => send(questionNotice(question, run().migration)),
          () => {},
        );
        return ask(question).finally(() => answered.abort());
      };
    },
  };
}
