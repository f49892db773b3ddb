import { html } from '../html.ts';

/** Comments, events, threads and diffs. */
export const conversationStyle = html`
.timeline { list-style: none; margin: 0; padding: 0; }
.timeline > li { position: relative; padding-bottom: 16px; }
.box { border: 1px solid var(--line); border-radius: var(--radius); background: var(--page); min-width: 0; }
.box-head { display: flex; flex-wrap: wrap; gap: 2px 6px; align-items: center; background: var(--panel); border-bottom: 1px solid var(--line); padding: 8px 16px; border-radius: var(--radius) var(--radius) 0 0; color: var(--quiet); }
.box-head b, .event b { color: var(--text); font-weight: 600; }
.box-head .label { margin-left: 2px; }
.box-body { padding: 12px 16px; }
.event { display: flex; flex-wrap: wrap; gap: 2px 6px; align-items: center; color: var(--quiet); padding: 4px 0 4px 16px; border-left: 2px solid var(--line); margin-left: 16px; overflow-wrap: anywhere; }
.event .dot { display: inline-flex; width: 24px; height: 24px; border-radius: 50%; background: var(--panel); border: 1px solid var(--line); align-items: center; justify-content: center; margin-left: -29px; font-size: 12px; line-height: 1; flex: none; }
.event .dot svg { width: 14px; height: 14px; }
.event .dot.merged { background: var(--merged); color: #ffffff; border-color: var(--merged); }
.event .dot.closed { background: var(--closed); color: #ffffff; border-color: var(--closed); }
.event .dot.approved { background: var(--open); color: #ffffff; border-color: var(--open); }
.bitbucket .event .dot { color: var(--text); border-color: var(--line); background: var(--panel); }
.review > .box { margin-top: 8px; }
.thread { border: 1px solid var(--line); border-radius: var(--radius); margin-top: 12px; overflow: hidden; background: var(--page); }
.thread-place { display: flex; flex-wrap: wrap; gap: 4px 8px; align-items: center; background: var(--panel); padding: 8px 16px; overflow-wrap: anywhere; }
.thread .comment, .replies .comment, .box > .comment { padding: 12px 16px; border-top: 1px solid var(--line); }
.comment-head { display: flex; flex-wrap: wrap; gap: 2px 6px; align-items: center; color: var(--quiet); margin-bottom: 4px; }
.comment-head b { color: var(--text); font-weight: 600; }
.thread-end { padding: 8px 16px; border-top: 1px solid var(--line); color: var(--quiet); background: var(--panel); }
.replies { list-style: none; margin: 0; padding: 0 0 0 16px; border-left: 2px solid var(--line); }
.replies .replies { margin-left: 16px; }
.bitbucket .replies .comment, .box > .comment { border-top: 0; }
.bitbucket .thread { border-left: 3px solid var(--link); }
.file { border: 1px solid var(--line); border-radius: var(--radius); margin-top: 16px; overflow: hidden; }
.file > summary { cursor: pointer; background: var(--panel); padding: 8px 16px; overflow-wrap: anywhere; }
.added-count { color: var(--open); font-weight: 600; } .removed-count { color: var(--closed); font-weight: 600; }
@media (prefers-color-scheme: dark) { .added-count { color: #3fb950; } .removed-count { color: #f85149; } }
.bitbucket .added-count { color: var(--merged-text); } .bitbucket .removed-count { color: var(--closed-text); }
.diff { overflow-x: auto; border-top: 1px solid var(--line); }
.diff table { width: 100%; border-collapse: collapse; font-family: ui-monospace, SFMono-Regular, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace; font-size: 12px; line-height: 20px; table-layout: fixed; }
.diff td { padding: 0 10px; white-space: pre-wrap; overflow-wrap: anywhere; vertical-align: top; }
.diff col.number { width: 44px; }
.diff td.number { padding: 0 8px 0 4px; text-align: right; color: var(--quiet); font-weight: 400; user-select: none; overflow-wrap: normal; }
.diff .hunk { background: var(--hunk); color: var(--quiet); }
.diff .added { background: var(--added); } .diff .added .number { background: var(--added-number); }
.diff .removed { background: var(--removed); } .diff .removed .number { background: var(--removed-number); }
@container (max-width: 420px) { .diff col.number { width: 30px; } .diff td.number { font-size: 10px; padding: 0 4px 0 0; } .diff td { padding: 0 6px; } }
`;
