import { html } from '../html.ts';

/** Texts that were written in Markdown. */
export const proseStyle = html`
.prose { overflow-wrap: anywhere; }
.prose > :first-child { margin-top: 0; }
.prose > :last-child { margin-bottom: 0; }
.prose p, .prose ul, .prose ol, .prose pre, .prose blockquote, .prose table, .prose details { margin: 0 0 12px; }
.prose h3, .prose h4, .prose h5, .prose h6 { margin: 18px 0 10px; font-size: 14px; }
.prose h3 { font-size: 18px; border-bottom: 1px solid var(--line); padding-bottom: 4px; }
.prose h4 { font-size: 16px; }
.prose ul, .prose ol { padding-left: 2em; list-style-type: disc; }
.prose ol { list-style-type: decimal; }
.prose ul ul { list-style-type: circle; }
.prose li > p { margin-bottom: 4px; }
.prose li.task { list-style: none; }
.prose li.task > input { margin: 0 6px 0 -20px; vertical-align: -2px; }
.prose li.task > p { display: inline; }
.prose code { background: var(--code); border-radius: 6px; padding: 2px 5px; }
.prose pre { background: var(--panel); border-radius: var(--radius); padding: 12px; overflow-x: auto; line-height: 1.45; }
.prose pre code { background: none; padding: 0; white-space: pre-wrap; }
.prose pre.plain { background: none; padding: 0; white-space: pre-wrap; font: inherit; }
.prose blockquote { border-left: 4px solid var(--line); color: var(--quiet); padding: 0 14px; margin-left: 0; margin-right: 0; }
.prose blockquote > :last-child { margin-bottom: 0; }
.prose table { border-collapse: collapse; display: block; overflow-x: auto; }
.prose th, .prose td { border: 1px solid var(--line); padding: 4px 12px; }
.prose hr { border: 0; border-top: 2px solid var(--line); margin: 16px 0; }
.prose summary { cursor: pointer; }
.prose .mention { font-weight: 600; }
.prose .suggestion { border: 1px solid var(--line); border-radius: var(--radius); overflow: hidden; margin-bottom: 12px; }
.prose .suggestion > b { display: block; padding: 6px 12px; background: var(--panel); font-weight: 500; color: var(--quiet); }
.prose .suggestion pre { background: var(--added); border-radius: 0; margin: 0; }
.prose .picture::before { content: "\\25a8\\00a0"; }
.prose .nothing { color: var(--quiet); font-style: italic; }
`;
