import { html } from '../html.ts';

/** Two halves: beside each other in a wide window, each with a scroll bar of its own, and otherwise one below the other. */
export const besideStyle = html`
.beside { font: 14px/1.5 -apple-system, BlinkMacSystemFont, "Segoe UI", "Noto Sans", Helvetica, Arial, sans-serif; --link: #0969da; --quiet: #59636e; --line: #d1d9e0; --panel: #f6f8fa; --text: #1f2328; --page: #ffffff; --radius: 6px; background: var(--page); color: var(--text); }
.beside > header { background: #24292f; color: #ffffff; padding: 10px 24px; display: flex; flex-wrap: wrap; gap: 4px 24px; align-items: baseline; }
.beside > header a { color: #9ecbff; }
.beside > header .title { font-size: 16px; font-weight: 600; flex: 1 1 300px; overflow-wrap: anywhere; }
.beside > header nav { display: flex; flex-wrap: wrap; gap: 4px 16px; }
.half { border-top: 1px solid var(--line); min-width: 0; }
.half .page { padding: 16px 20px 32px; }
.half .top { padding: 8px 20px; position: sticky; top: 0; z-index: 1; }
.half h1 { font-size: 22px; }
.half .top .note { display: none; }
.half-link { margin: 0 0 12px; font-size: 12px; }
@media (min-width: 900px) {
  body.beside.split { display: flex; flex-direction: column; height: 100vh; overflow: hidden; }
  .halves { flex: 1; min-height: 0; display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); }
  .half { overflow-y: auto; }
  .beside > header .jump { display: none; }
  .half + .half { border-left: 2px solid #24292f; }
}
@media (prefers-color-scheme: dark) {
  .beside { --link: #4493f8; --quiet: #9198a1; --line: #3d444d; --panel: #151b23; --text: #f0f6fc; --page: #0d1117; }
  .beside > header { background: #010409; border-bottom: 1px solid #3d444d; }
  .half + .half { border-left-color: #3d444d; }
}
`;
