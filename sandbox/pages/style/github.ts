import { html } from '../html.ts';

/** Colors of the embedded GitHub. */
export const githubStyle = html`
.github {
  --page: #ffffff; --panel: #f6f8fa; --text: #1f2328; --quiet: #59636e; --line: #d1d9e0; --link: #0969da;
  --bar: #f6f8fa; --bar-text: #1f2328; --radius: 6px;
  --open: #1f883d; --merged: #8250df; --closed: #cf222e; --draft: #59636e; --warn: #9a6700; --warn-back: #fff8c5;
  --added: #dafbe1; --added-number: #aceebb; --removed: #ffebe9; --removed-number: #ffcecb; --hunk: #ddf4ff;
  --code: #818b981f;
}
@media (prefers-color-scheme: dark) {
  .github {
    --page: #0d1117; --panel: #151b23; --text: #f0f6fc; --quiet: #9198a1; --line: #3d444d; --link: #4493f8;
    --bar: #010409; --bar-text: #f0f6fc;
    --open: #238636; --merged: #8957e5; --closed: #da3633; --draft: #656c76; --warn: #d29922; --warn-back: #bb800926;
    --added: #12261e; --added-number: #1c4428; --removed: #25171c; --removed-number: #542426; --hunk: #121d2f;
    --code: #656c7633;
  }
}
.github .chip { border-radius: 2em; color: #ffffff; }
.github .chip.open { background: var(--open); }
.github .chip.merged { background: var(--merged); }
.github .chip.closed { background: var(--closed); }
.github .chip.draft { background: var(--draft); }
.github .top { border-bottom: 1px solid var(--line); }
`;
