/** The page's whole style: light and dark, and plain on paper. */
export const verificationStyle = `
:root {
  color-scheme: light dark;
  --ink: #1b1f24; --quiet: #59636e; --paper: #ffffff; --panel: #f5f7f9; --line: #d5dae0;
  --good: #14713d; --bad: #b3261e; --note: #7a4f00; --link: #0a58ca;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ink: #e6e9ed; --quiet: #9aa4af; --paper: #14171b; --panel: #1d2126; --line: #363c44;
    --good: #5dc98a; --bad: #ff8a80; --note: #e3b75c; --link: #7db0ff;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0 auto; max-width: 72rem; padding: 2rem 1.25rem 4rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif;
}
h1 { margin: 0; font-size: 1.6rem; line-height: 1.25; }
h2 { margin: 2.5rem 0 .75rem; font-size: 1.2rem; overflow-wrap: anywhere; }
p { margin: .35rem 0; }
a { color: var(--link); }
code, .id { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: .9em; overflow-wrap: anywhere; }
.quiet { color: var(--quiet); }
.good { color: var(--good); }
.bad { color: var(--bad); }
.verdict { font-size: 1.25rem; font-weight: 650; margin: .75rem 0 0; }
dl { display: grid; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); gap: .75rem; margin: 1.25rem 0; }
dl div { background: var(--panel); border: 1px solid var(--line); border-radius: .4rem; padding: .6rem .8rem; }
dt { color: var(--quiet); font-size: .85rem; }
dd { margin: 0; font-size: 1.5rem; font-weight: 650; font-variant-numeric: tabular-nums; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; margin: .5rem 0 1.5rem; font-size: .93rem; }
caption { text-align: left; font-weight: 650; padding: .25rem 0; }
th, td { text-align: left; vertical-align: top; padding: .4rem .6rem; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
thead th { color: var(--quiet); font-weight: 600; border-bottom-width: 2px; }
.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
footer { margin-top: 3rem; padding-top: 1rem; border-top: 1px solid var(--line); color: var(--quiet); font-size: .9rem; }
@media print {
  :root { --ink: #000; --quiet: #444; --paper: #fff; --panel: #fff; --line: #999; --good: #000; --bad: #000; --link: #000; }
  body { max-width: none; padding: 0; font-size: 10pt; }
  h2, caption { break-after: avoid; }
  tr { break-inside: avoid; }
  thead { display: table-header-group; }
}
`;
