/** Colours by name; test: each text on each ground where it stands has a contrast of at least 4.5. */
const light = `
    --ink: #1b1f24; --quiet: #545d68; --paper: #ffffff; --panel: #f5f7f9; --line: #ccd3da; --link: #0a53be;
    --good: #0f5e31; --good-ground: #e4f5ea; --bad: #9a1c14; --bad-ground: #fdeae8;
    --note: #6b4500; --note-ground: #fcf1d9; --plain: #48515b; --plain-ground: #eaeef2;`;
const dark = `
    --ink: #e6e9ed; --quiet: #a3adb8; --paper: #14171b; --panel: #1d2126; --line: #3a414a; --link: #86b6ff;
    --good: #7fdda6; --good-ground: #13301f; --bad: #ffa79f; --bad-ground: #431b18;
    --note: #ecc778; --note-ground: #3a2c0d; --plain: #c3cbd4; --plain-ground: #2b3138;`;

const base = `
* { box-sizing: border-box; }
html { scroll-behavior: smooth; }
body {
  margin: 0 auto; max-width: 72rem; padding: 2rem 1.25rem 4rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif;
  overflow-wrap: break-word;
}
h1 { margin: 0 0 1rem; font-size: 1.3rem; line-height: 1.3; }
h2 { margin: 2.5rem 0 .75rem; font-size: 1.25rem; line-height: 1.3; }
h3 { margin: 0; font-size: 1rem; line-height: 1.5; }
h4 { margin: 0; font-size: 1rem; line-height: 1.5; }
#to-do h3 { margin: 1.75rem 0 .6rem; font-size: 1.1rem; }
p { margin: .35rem 0; }
ul { margin: .5rem 0; padding: 0 0 0 1.25rem; }
a { color: var(--link); }
code, .id { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: .9em; }
.quiet { color: var(--quiet); font-weight: 400; }
a:focus-visible, summary:focus-visible, .scroll:focus-visible, input:focus-visible + label {
  outline: .15rem solid var(--link); outline-offset: .15rem; border-radius: .2rem;
}
.paper { display: none; }
`;

const parts = `
.chip {
  display: inline-block; padding: 0 .5rem; border: 1px solid currentcolor; border-radius: 1rem; font-size: .82rem;
  font-weight: 600; line-height: 1.5; white-space: nowrap;
}
.chip.good { color: var(--good); background: var(--good-ground); }
.chip.bad { color: var(--bad); background: var(--bad-ground); }
.chip.note { color: var(--note); background: var(--note-ground); }
.chip.plain { color: var(--plain); background: var(--plain-ground); }
.banner { padding: .9rem 1.1rem; border: 1px solid currentcolor; border-left-width: .5rem; border-radius: .4rem; }
.banner.good { color: var(--good); background: var(--good-ground); }
.banner.bad { color: var(--bad); background: var(--bad-ground); }
.banner p { margin: 0; }
.verdict { font-size: 1.6rem; font-weight: 700; line-height: 1.3; }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .25rem 1.25rem; margin: 1.25rem 0; }
dl div { display: contents; }
dt { color: var(--quiet); }
dd { margin: 0; }
.seal { margin: 1.25rem 0 0; padding: .75rem 1rem; border: 1px solid var(--line); border-radius: .4rem; background: var(--panel); }
.seal p { margin: .1rem 0; }
.digest { display: block; word-break: break-all; font-weight: 600; }
nav { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; margin: 1.5rem 0 0; padding: .6rem 0; border-block: 1px solid var(--line); }
`;

const tables = `
.scroll { overflow-x: auto; margin: .75rem 0; }
table { border-collapse: collapse; font-size: .93rem; }
caption { text-align: left; font-weight: 600; padding: .25rem 0; }
th, td { text-align: left; vertical-align: top; padding: .35rem .75rem .35rem 0; border-bottom: 1px solid var(--line); }
td, tbody th { font-weight: 400; }
.counts tbody th, .counts td { min-width: 7rem; white-space: nowrap; }
.four table { width: 100%; min-width: 46rem; table-layout: fixed; }
.four thead th:nth-child(1) { width: 7rem; }
.four.probes thead th:nth-child(1) { width: 10rem; }
.four thead th:nth-child(4) { width: 36%; }
thead th { color: var(--quiet); font-weight: 600; border-bottom-width: 2px; white-space: nowrap; }
.number { min-width: 8rem; white-space: nowrap; font-variant-numeric: tabular-nums; }
`;

const lists = `
.cause { margin: 0 0 1rem; padding: .75rem 1rem; border: 1px solid var(--line); border-left: .3rem solid var(--line); border-radius: .4rem; }
.cause.bad { border-left-color: var(--bad); }
.cause.note { border-left-color: var(--note); }
.mend .command { display: block; width: fit-content; max-width: 100%; margin: .2rem 0; }
a:has(> .chip) { text-decoration: none; }
.command { user-select: all; padding: .1rem .4rem; border-radius: .25rem; background: var(--plain-ground); color: var(--ink); }
summary { cursor: pointer; }
.word { white-space: nowrap; }
.said { color: var(--quiet); }
.items { list-style: none; margin: .35rem 0 0; padding: 0; }
.items li { display: grid; grid-template-columns: minmax(0, 2fr) minmax(0, 3fr); gap: .1rem 1.25rem; padding: .35rem 0; border-top: 1px solid var(--line); }
.items .wide { grid-template-columns: minmax(0, 1fr); }
.item { display: inline-block; max-width: 100%; vertical-align: top; margin-right: .9rem; }
.said-each .item { display: block; margin: 0; }
fieldset { display: flex; flex-wrap: wrap; gap: .4rem 1.25rem; margin: 0 0 1rem; padding: .4rem .9rem .6rem; border: 1px solid var(--line); border-radius: .4rem; }
legend { padding: 0 .35rem; color: var(--quiet); }
.choice { white-space: nowrap; }
.choice input { margin: 0 .4rem 0 0; accent-color: var(--link); }
.choice input:disabled + label { color: var(--quiet); }
.repository { padding: .45rem 0; border-top: 1px solid var(--line); }
.repository summary { display: grid; grid-template-columns: 1rem minmax(0, 1fr) auto 11rem; gap: .15rem .75rem; align-items: baseline; }
.repository summary::before { content: "▸"; color: var(--quiet); }
.repository[open] summary::before { content: "▾"; }
.repository summary::-webkit-details-marker { display: none; }
.name { font-weight: 600; }
.chips { text-align: right; }
.many { color: var(--quiet); text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
.repository > :not(summary) { margin-left: 1.75rem; }
.sums { color: var(--quiet); }
.count { display: inline-block; margin-right: 1rem; white-space: nowrap; }
@media (max-width: 44rem) {
  body { padding: 1.25rem 1rem 3rem; }
  .counts table { width: 100%; }
  .counts tbody th, .counts td, .number { min-width: 0; }
  .counts tbody th { white-space: normal; }
  .items li { grid-template-columns: minmax(0, 1fr); }
  .repository summary { grid-template-columns: 1rem minmax(0, 1fr); }
  .chips, .many { grid-column: 2; text-align: left; }
  .repository > :not(summary) { margin-left: 0; }
}
@media (max-width: 30rem) {
  dl { grid-template-columns: minmax(0, 1fr); gap: 0; }
  dl div { display: block; margin-bottom: .5rem; }
}
`;

/** The buttons need no script: the list follows the one that is pressed. On paper all are there. */
const filter = `
.search { margin: 1.25rem 0 0; }
.search input { width: min(24rem, 100%); padding: .3rem .6rem; border: 1px solid var(--quiet); border-radius: .4rem; background: var(--paper); color: var(--ink); font: inherit; }
.search input:focus-visible { outline: .15rem solid var(--link); outline-offset: .15rem; }
.search[hidden] { display: none; }
@media screen {
  .items li[hidden], .repository[hidden], .cause[hidden] { display: none; }
  #repositories:has(#show-defects:checked) .repository:not(.defects),
  #repositories:has(#show-differing:checked) .repository.equal,
  #repositories:has(#show-equal:checked) .repository:not(.equal) { display: none; }
}
`;

/** Paper: the certificate alone on the first page, then exceptions with their addresses, then a line for each repository. */
const paper = `
@page { margin: 16mm 15mm 18mm; @bottom-right { content: "Page " counter(page) " of " counter(pages); font: 8pt sans-serif; } }
@media print {
  :root {
    color-scheme: light;
    --ink: #000000; --quiet: #404040; --paper: #ffffff; --panel: #ffffff; --line: #999999; --link: #000000;
    --good: #000000; --good-ground: #ffffff; --bad: #000000; --bad-ground: #ffffff;
    --note: #000000; --note-ground: #ffffff; --plain: #000000; --plain-ground: #ffffff;
  }
  html { font-size: 9pt; }
  body { max-width: none; padding: 0; line-height: 1.4; }
  .verdict { font-size: 2rem; }
  body { display: flex; flex-direction: column; }
  main { display: contents; }
  header { order: -2; }
  #compared { order: -1; break-after: page; }
  #compared > h2, #to-do > h2 { margin-top: 0; }
  h2, h3, h4, caption, .mend, summary { break-inside: avoid; break-after: avoid; }
  .item, .causes li, tr, .one, .banner, .seal { break-inside: avoid; }
  thead { display: table-header-group; }
  nav, fieldset, .search, .screen { display: none; }
  .paper { display: block; }
  .scroll { overflow: visible; }
  .four table { min-width: 0; }
  .cause summary { list-style: none; }
  .cause summary::-webkit-details-marker { display: none; }
  .cause details::details-content, .repository:not(.equal)::details-content { content-visibility: visible; display: block; }
  .item a[href^="http"]::after, .pages a[href^="http"]::after { content: " (" attr(href) ")"; font-size: 8pt; overflow-wrap: anywhere; }
  .causes a { text-decoration: none; }
  .pages, .sums { break-after: avoid; }
  .repository summary { grid-template-columns: minmax(0, 1fr) auto 11rem; }
  .repository summary::before, .repository[open] summary::before { content: none; }
}
`;

/** The page's whole style: light and dark, narrow and wide, and plain on paper. */
export const verificationStyle = `
:root { color-scheme: light dark;${light}
}
@media (prefers-color-scheme: dark) {
  :root {${dark}
  }
}
${base}${parts}${tables}${lists}${filter}${paper}`;
