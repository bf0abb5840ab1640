import { inkOn } from "../../domain/tenant-config/colour.schema";

/*
 * Style of the protocol's own pages. It repeats the colours (app/globals.css; a test compares them), fonts and sizes of the Next
 * pages in one sheet inside the page.
 */

/** Each colour in light and in dark. */
export const colours = {
  canvas: ["#f7f6f3", "#141512"],
  surface: ["#ffffff", "#1b1c19"],
  sunken: ["#f1efea", "#10110f"],
  line: ["#e2dfd8", "#31332d"],
  "line-strong": ["#8b867b", "#7c8075"],
  ink: ["#1d1c19", "#f0efe9"],
  "ink-soft": ["#57534a", "#b9b8ae"],
  "ink-faint": ["#6b665c", "#9d9c92"],
  accent: ["#0d6b52", "#56c7a1"],
  "accent-hover": ["#0a5742", "#74d6b5"],
  "accent-ink": ["#ffffff", "#08221a"],
  "accent-soft": ["#e2f0ea", "#173127"],
  "accent-text": ["#0b5c47", "#7ddcbc"],
  "danger-soft": ["#fbe9e7", "#3a1d1a"],
  "danger-text": ["#9c1f18", "#f7a79f"],
  "warning-soft": ["#fbf0d9", "#35290f"],
  "warning-text": ["#7a4b05", "#ecc06a"],
  "info-soft": ["#e5edf8", "#1a2a41"],
  "info-text": ["#1f4f8f", "#9cc1f2"],
  "plum-soft": ["#f3e6f1", "#321f30"],
  "plum-text": ["#76306c", "#e3a9d8"],
  ring: ["#0d6b52", "#56c7a1"],
} as const satisfies Record<string, readonly [string, string]>;

/** Tones of initials, in the order of components/ui/page/page.tsx. */
export const initialTones = ["accent", "info", "warning", "plum"] as const;

/** Fonts of these pages and of the Next pages (app/globals.css), by the names under which server/http/hosted-files.ts serves them. */
export const hostedFonts = {
  "inter-latin": "inter/files/inter-latin-wght-normal.woff2",
  "inter-latin-ext": "inter/files/inter-latin-ext-wght-normal.woff2",
  "jetbrains-mono-latin": "jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2",
} as const;

const LATIN =
  "U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD";
const LATIN_EXTENDED =
  "U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+0304,U+0308,U+0329,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF";

const face = (family: string, file: keyof typeof hostedFonts, range: string) =>
  `@font-face { font-family: "${family}"; font-style: normal; font-weight: 100 900; font-display: swap; src: url(/hosted/fonts/${file}.woff2) format("woff2"); unicode-range: ${range}; }`;

const scheme = (which: 0 | 1) =>
  Object.entries(colours)
    .map(([name, pair]) => `--${name}: ${pair[which]};`)
    .join(" ");

/** Style sheet of every such page. */
export const hostedStyle = `
${face("Inter Variable", "inter-latin", LATIN)}
${face("Inter Variable", "inter-latin-ext", LATIN_EXTENDED)}
${face("JetBrains Mono Variable", "jetbrains-mono-latin", LATIN)}
:root { color-scheme: light dark; ${scheme(0)} --shadow: 0 1px 2px rgb(29 28 25 / 0.05), 0 8px 24px rgb(29 28 25 / 0.08); }
@media (prefers-color-scheme: dark) { :root { ${scheme(1)} --shadow: 0 1px 2px rgb(0 0 0 / 0.4), 0 12px 32px rgb(0 0 0 / 0.5); } }
*, ::before, ::after { box-sizing: border-box; }
body { margin: 0; background: var(--canvas); color: var(--ink); font: 0.875rem/1.5 "Inter Variable", ui-sans-serif, system-ui, sans-serif; font-feature-settings: "cv05", "ss03"; -webkit-font-smoothing: antialiased; }
main { display: flex; min-height: 100dvh; flex-direction: column; align-items: center; justify-content: center; padding: 2.5rem 1rem; }
main > div { width: 100%; max-width: 24rem; overflow-wrap: anywhere; }
:focus-visible { outline: 2px solid var(--ring); outline-offset: 2px; }
a, .link { color: inherit; text-decoration: underline; border-radius: 4px; }
a:hover, .link:hover { color: var(--ink); }
header { display: flex; align-items: center; gap: 0.75rem; margin-bottom: 1.5rem; }
header > div { min-width: 0; }
header img { height: 2.5rem; max-width: 8rem; flex: none; object-fit: contain; }
header svg { width: 2rem; height: 2rem; flex: none; }
.name { margin: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; font-size: 1.125rem; line-height: 1.5rem; font-weight: 600; letter-spacing: -0.025em; }
.tagline { margin: 0; font-size: 0.8125rem; color: var(--ink-soft); }
.initials { display: inline-flex; width: 1.75rem; height: 1.75rem; flex: none; align-items: center; justify-content: center; border-radius: 6px; font-size: 0.75rem; font-weight: 600; }
${initialTones.map((tone) => `.${tone} { background: var(--${tone}-soft); color: var(--${tone}-text); }`).join("\n")}
section { overflow: hidden; border: 1px solid var(--line); border-radius: 12px; background: var(--surface); box-shadow: var(--shadow); }
.stripe { height: 0.25rem; background: var(--accent); }
.body { padding: 1.5rem; }
h1 { margin: 0; font-size: 1.125rem; line-height: 1.75rem; font-weight: 600; letter-spacing: -0.025em; }
.body > p { margin: 0.25rem 0 0; color: var(--ink-soft); }
.body > p + p { margin-top: 0.75rem; }
.body form { display: flex; flex-wrap: wrap; gap: 0.5rem; margin-top: 1.25rem; }
label { width: 100%; font-size: 0.8125rem; font-weight: 500; }
button { font: inherit; color: inherit; cursor: pointer; }
.body button { flex: 1; min-width: 8rem; height: 2.25rem; padding: 0 0.75rem; border: 1px solid var(--line); border-radius: 6px; background: var(--surface); color: var(--ink); font-weight: 500; }
.body button:hover { border-color: var(--line-strong); background: var(--sunken); }
.body button.primary { border-color: transparent; background: var(--accent); color: var(--accent-ink); }
.body button.primary:hover { background: var(--accent-hover); }
input[type="text"] { width: 100%; height: 2.75rem; padding: 0 0.625rem; border: 1px solid var(--line-strong); border-radius: 6px; background: var(--surface); color: var(--ink); text-align: center; text-transform: uppercase; }
input[type="text"], .code { font-family: "JetBrains Mono Variable", ui-monospace, monospace; font-size: 1.25rem; font-weight: 500; font-variant-ligatures: none; letter-spacing: 0.1em; }
input::placeholder { color: var(--ink-faint); }
.body .code { margin: 1rem 0 0; color: var(--ink); font-size: 1.5rem; font-weight: 600; text-align: center; }
.body .problem { margin-top: 1.25rem; padding: 0.625rem 0.75rem; border-radius: 6px; background: var(--danger-soft); color: var(--danger-text); font-size: 0.8125rem; }
.body .exactly { margin-top: 0.75rem; color: var(--ink-faint); font-size: 0.75rem; }
footer { margin-top: 1rem; color: var(--ink-faint); font-size: 0.8125rem; }
footer p { margin: 0 0 0.75rem; white-space: pre-line; }
.imprint { display: flex; flex-wrap: wrap; align-items: center; gap: 0.25rem 1rem; }
.imprint form { display: flex; flex-wrap: wrap; gap: 0 0.75rem; margin-left: auto; }
.link { padding: 0; border: 0; background: none; }
`;

/** Returns the style that replaces the console's green by the organization's colour, with a readable text colour on it. */
export const accentOf = (colour: string | null | undefined) =>
  colour ? `--accent: ${colour}; --accent-hover: ${colour}; --accent-ink: ${inkOn(colour)}` : "";
