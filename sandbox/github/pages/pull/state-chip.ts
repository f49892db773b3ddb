import { type Html, html } from '../../../pages/html.ts';
import type { GithubPullRequest } from '../../tracker/records.ts';

/** Open, draft, merged or closed. */
export function stateChip({ merged, state, draft }: GithubPullRequest): Html {
  if (merged) return html`<span class="chip merged">Merged</span>`;
  if (state === 'closed') return html`<span class="chip closed">Closed</span>`;
  if (draft) return html`<span class="chip draft">Draft</span>`;
  return html`<span class="chip open">Open</span>`;
}
