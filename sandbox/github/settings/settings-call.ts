import type { Answer } from '../../network/answer.ts';
import type { RepositoryCall } from '../rest/call.ts';

/** A request about a repository's settings, with what stands for `*` in its route. */
export interface SettingsCall extends RepositoryCall {
  readonly words: readonly string[];
}

export interface SettingsRoute {
  /** Callers without it get 404. */
  readonly needs: 'pull' | 'push' | 'admin';
  readonly handle: (call: SettingsCall) => Answer | Promise<Answer>;
}
