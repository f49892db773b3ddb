import { html } from '../html.ts';

/** Colors and forms of the embedded Bitbucket. */
export const bitbucketStyle = html`
.bitbucket {
  --page: #ffffff; --panel: #f7f8f9; --text: #172b4d; --quiet: #626f86; --line: #dcdfe4; --link: #0c66e4;
  --bar: #0c4fb8; --bar-text: #ffffff; --radius: 3px;
  --open: #e9f2ff; --open-text: #0055cc; --merged: #dcfff1; --merged-text: #216e4e;
  --closed: #ffeceb; --closed-text: #ae2e24; --draft: #dcdfe4; --draft-text: #44546f; --warn: #974f0c; --warn-back: #fff7d6;
  --added: #dcfff1; --added-number: #baf3db; --removed: #ffeceb; --removed-number: #ffd5d2; --hunk: #f1f2f4;
  --code: #091e4214;
}
@media (prefers-color-scheme: dark) {
  .bitbucket {
    --page: #1d2125; --panel: #22272b; --text: #c7d1db; --quiet: #9fadbc; --line: #454f59; --link: #579dff;
    --bar: #0a3a85; --bar-text: #ffffff;
    --open: #1c2b41; --open-text: #85b8ff; --merged: #1c3329; --merged-text: #7ee2b8;
    --closed: #42221f; --closed-text: #fd9891; --draft: #454f59; --draft-text: #dee4ea; --warn: #f5cd47; --warn-back: #332e1b;
    --added: #1c3329; --added-number: #164b35; --removed: #42221f; --removed-number: #5d1f1a; --hunk: #2c333a;
    --code: #a1bdd914;
  }
}
.bitbucket .chip { border-radius: 3px; font-size: 11px; font-weight: 700; text-transform: uppercase; letter-spacing: .02em; padding: 2px 6px; }
.bitbucket .label.good { border-color: var(--merged-text); color: var(--merged-text); }
.bitbucket .chip.open { background: var(--open); color: var(--open-text); }
.bitbucket .chip.merged { background: var(--merged); color: var(--merged-text); }
.bitbucket .chip.closed { background: var(--closed); color: var(--closed-text); }
.bitbucket .chip.draft { background: var(--draft); color: var(--draft-text); }
.bitbucket .list .chip { min-width: 92px; }
.bitbucket .box { border-left: 3px solid var(--line); border-top: 0; border-right: 0; border-bottom: 0; border-radius: 0; }
.bitbucket .box-head { background: none; border: 0; padding-bottom: 0; }
.bitbucket h1 { font-weight: 600; font-size: 24px; }
.bitbucket .section-title { font-size: 12px; text-transform: uppercase; letter-spacing: .04em; color: var(--quiet); }
`;
