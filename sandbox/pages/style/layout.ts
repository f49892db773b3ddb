import { html } from '../html.ts';

/** Header, title, columns, lists and tables of every page. */
export const layoutStyle = html`
* { box-sizing: border-box; }
html { color-scheme: light dark; -webkit-text-size-adjust: 100%; }
body { margin: 0; }
.github, .bitbucket { background: var(--page); color: var(--text); font: 14px/1.5 -apple-system, BlinkMacSystemFont, "Segoe UI", "Noto Sans", Helvetica, Arial, sans-serif; }
body.github, body.bitbucket { min-height: 100vh; }
a { color: var(--link); text-decoration: none; overflow-wrap: anywhere; }
a:hover { text-decoration: underline; }
a:focus-visible, summary:focus-visible, [tabindex]:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 2px; }
h1, h2, h3 { line-height: 1.25; margin: 0; overflow-wrap: anywhere; }
h1 { font-size: 26px; font-weight: 500; }
h2 { font-size: 20px; font-weight: 600; }
h3 { font-size: 16px; font-weight: 600; }
time { white-space: nowrap; }
code, pre, .mono { font-family: ui-monospace, SFMono-Regular, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace; font-size: 12px; }
.quiet { color: var(--quiet); }
.top { background: var(--bar); color: var(--bar-text); padding: 12px 24px; display: flex; flex-wrap: wrap; gap: 4px 12px; align-items: center; }
.top a { color: inherit; }
.top svg { width: 24px; height: 24px; flex: none; }
.top .place { font-size: 14px; overflow-wrap: anywhere; flex: 1 1 200px; }
.top .place b { font-weight: 600; }
.top .note { margin-left: auto; font-size: 12px; opacity: .85; }
.tabs { display: flex; gap: 4px; padding: 0 16px; overflow-x: auto; border-bottom: 1px solid var(--line); background: var(--bar); }
.tabs a { color: var(--text); padding: 8px 8px 10px; white-space: nowrap; border-bottom: 2px solid transparent; }
.tabs a[aria-current] { border-bottom-color: #fd8c73; font-weight: 600; }
.tabs.inner { background: none; padding: 0; margin: 16px 0; }
.panel > .list { margin: 0; border: 0; }
.count { background: var(--code); border-radius: 2em; padding: 0 6px; font-size: 12px; font-weight: 500; }
.page { container-type: inline-size; max-width: 1264px; margin: 0 auto; padding: 24px; }
.number { color: var(--quiet); font-weight: 300; }
.state-line { display: flex; flex-wrap: wrap; gap: 6px 8px; align-items: center; color: var(--quiet); margin: 8px 0 0; overflow-wrap: anywhere; }
.state-line b { color: var(--text); font-weight: 600; }
.chip { display: inline-block; padding: 4px 12px; font-weight: 500; line-height: 1.4; white-space: nowrap; }
.label { display: inline-block; border: 1px solid var(--line); border-radius: 2em; padding: 0 7px; font-size: 12px; line-height: 18px; color: var(--quiet); white-space: nowrap; }
.label.good { border-color: var(--open); color: var(--text); }
.label.warn { border-color: var(--warn); color: var(--warn); }
.branch { background: var(--code); border-radius: var(--radius); padding: 2px 6px; color: var(--link); overflow-wrap: anywhere; }
.columns { display: grid; grid-template-columns: minmax(0, 1fr) 256px; gap: 24px; margin-top: 24px; align-items: start; }
aside section { border-bottom: 1px solid var(--line); padding: 0 0 12px; margin-bottom: 12px; }
aside section:last-child { border: 0; }
aside h2 { font-size: 12px; color: var(--quiet); margin-bottom: 8px; }
aside ul { list-style: none; margin: 0; padding: 0; }
aside li { display: flex; flex-wrap: wrap; gap: 0 8px; align-items: center; padding: 2px 0; overflow-wrap: anywhere; }
aside li .state { margin-left: auto; font-size: 12px; color: var(--quiet); white-space: nowrap; }
@container (max-width: 760px) {
  .columns { grid-template-columns: minmax(0, 1fr); }
  .columns > aside { order: -1; display: flex; flex-wrap: wrap; gap: 8px 32px; border: 1px solid var(--line); border-radius: var(--radius); padding: 12px 16px; background: var(--panel); }
  .columns > aside section { border: 0; margin: 0; padding: 0; }
  .columns > aside.last { order: 1; }
  .columns > aside.few { display: none; }
  h1 { font-size: 22px; }
}
@media (max-width: 600px) {
  .page { padding: 16px; }
  .top { padding: 12px 16px; }
  .top .note { margin-left: 0; width: 100%; }
}
.list { list-style: none; margin: 16px 0 0; padding: 0; border: 1px solid var(--line); border-radius: var(--radius); }
.list > li { padding: 10px 16px; border-top: 1px solid var(--line); overflow-wrap: anywhere; }
.list > li:first-child { border-top: 0; }
.list .row { display: flex; gap: 4px 12px; align-items: flex-start; flex-wrap: wrap; }
.list .row > .grow { flex: 1 1 200px; min-width: 0; }
.list .title { font-size: 16px; font-weight: 600; color: var(--text); }
.list .chip { font-size: 12px; padding: 1px 9px; min-width: 74px; text-align: center; }
.panel { border: 1px solid var(--line); border-radius: var(--radius); margin-top: 16px; overflow: hidden; }
.panel > h2, .panel > h3 { font-size: 14px; background: var(--panel); border-bottom: 1px solid var(--line); padding: 8px 16px; }
.panel > .inside { padding: 8px 16px 12px; }
.facts { width: 100%; border-collapse: collapse; }
.facts th, .facts td { text-align: left; vertical-align: top; padding: 6px 16px; border-top: 1px solid var(--line); overflow-wrap: anywhere; font-weight: 400; }
.facts tr:first-child > * { border-top: 0; }
.facts th { color: var(--quiet); width: 36%; }
.empty { color: var(--quiet); padding: 12px 16px; margin: 0; }
.person { display: inline-flex; align-items: center; gap: 6px; min-width: 0; vertical-align: bottom; }
.person b { overflow-wrap: anywhere; font-weight: 600; color: var(--text); }
.avatar { display: inline-flex; width: 20px; height: 20px; border-radius: 50%; align-items: center; justify-content: center; font-size: 9px; font-weight: 600; color: #ffffff; flex: none; vertical-align: text-bottom; }
.tint-0 { background: #0550ae; } .tint-1 { background: #6639ba; } .tint-2 { background: #116329; } .tint-3 { background: #953800; }
.tint-4 { background: #99286e; } .tint-5 { background: #82071e; } .tint-6 { background: #1b5e6b; } .tint-7 { background: #4d5561; }
.warning { background: var(--warn-back); border: 1px solid var(--warn); border-radius: var(--radius); padding: 8px 16px; margin: 16px 0 0; }
`;
