/** Text as HTML shows it. */
export const escapeHtml = (text: string) =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/**
 * A page of the protocol itself (an error, a sign-out), where no page of the console is in play: plain, without scripts,
 * legible in light and dark. `body` is HTML.
 */
export const hostedPage = (title: string, body: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · Castellan</title>
<style>
:root { color-scheme: light dark; --ink: #1d1c19; --soft: #57534a; --canvas: #f6f4ef; --surface: #fffefb; --line: #e2ded4; --accent: #0d6b52; --on-accent: #fff; }
@media (prefers-color-scheme: dark) { :root { --ink: #ecebe6; --soft: #b3afa5; --canvas: #151512; --surface: #1d1d1a; --line: #34332e; --accent: #56c7a1; --on-accent: #06251b; } }
body { margin: 0; min-height: 100dvh; display: grid; place-items: center; background: var(--canvas); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
main { box-sizing: border-box; width: min(24rem, calc(100vw - 2rem)); margin: 2rem; padding: 1.5rem; background: var(--surface); border: 1px solid var(--line); border-radius: 12px; }
h1 { margin: 0 0 .5rem; font-size: 1.125rem; } p { margin: .5rem 0; color: var(--soft); overflow-wrap: anywhere; }
button { font: inherit; padding: .4rem 1rem; border-radius: 8px; border: 1px solid var(--line); background: none; color: var(--ink); cursor: pointer; }
button.primary { background: var(--accent); color: var(--on-accent); border-color: var(--accent); }
form { margin-top: 1rem; display: flex; gap: .5rem; flex-wrap: wrap; }
</style>
</head>
<body><main><h1>${escapeHtml(title)}</h1>${body}</main></body>
</html>
`;
