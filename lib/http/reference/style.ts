import { raw } from 'hono/html';

/** The page's whole style: it loads nothing, follows the reader's light or dark, and prints. */
export const style = raw(`
:root {
  color-scheme: light dark;
  --page: light-dark(oklch(0.993 0.002 195), oklch(0.192 0.008 205));
  --sunken: light-dark(oklch(0.97 0.004 195), oklch(0.232 0.009 205));
  --hairline: light-dark(oklch(0.915 0.006 195), oklch(0.305 0.011 205));
  --ink: light-dark(oklch(0.235 0.016 210), oklch(0.955 0.004 195));
  --muted: light-dark(oklch(0.46 0.016 208), oklch(0.755 0.012 200));
  --accent: light-dark(oklch(0.475 0.086 192), oklch(0.8 0.105 188));
}
* { box-sizing: border-box }
html { scroll-padding-top: 72px }
body { margin: 0; background: var(--page); color: var(--ink); font: 15px/24px ui-sans-serif, system-ui, sans-serif }
a { color: var(--accent) }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
.skip { position: absolute; left: -999px }
.skip:focus { left: 16px; top: 16px; z-index: 2; background: var(--page); padding: 8px }
header { position: sticky; top: 0; z-index: 1; display: flex; gap: 8px 24px; align-items: center; justify-content: space-between; min-height: 56px; padding: 8px max(24px, 50% - 576px); background: var(--page); border-bottom: 1px solid var(--hairline) }
header p { margin: 0; font-weight: 600 }
label { white-space: nowrap }
fieldset { display: flex; gap: 4px 16px; border: 0; margin: 0; padding: 0 }
legend { float: left; padding: 0; margin-right: 16px; white-space: nowrap; color: var(--muted) }
input { accent-color: var(--accent) }
.layout { display: grid; grid-template-columns: 232px minmax(0, 1fr); gap: 40px; max-width: 1200px; margin: 0 auto; padding: 0 24px }
nav { position: sticky; top: 57px; align-self: start; max-height: calc(100vh - 57px); overflow: auto; padding: 24px 0; font-size: 14px }
nav h2 { break-after: avoid; margin: 16px 0 4px; font-size: 12px; line-height: 16px; font-weight: 600; color: var(--muted) }
nav ul { list-style: none; margin: 0; padding: 0 }
nav a { display: block; padding: 3px 0; color: inherit; text-decoration: none; overflow-wrap: anywhere }
nav a:hover { color: var(--accent); text-decoration: underline }
nav small { color: var(--muted) }
main { padding: 24px 0 96px; min-width: 0 }
main p { max-width: 72ch }
h1 { font-size: 34px; line-height: 40px; font-weight: 500; letter-spacing: -0.02em; margin: 8px 0 16px }
h2 { font-size: 24px; line-height: 32px; margin: 56px 0 8px }
h3 { font-size: 18px; line-height: 28px; margin: 0 0 4px; overflow-wrap: anywhere }
h4 { font-size: 15px; margin: 24px 0 8px }
.endpoint { padding: 32px 0; border-top: 1px solid var(--hairline) }
.method { color: var(--accent); font-size: 14px; margin-right: 4px }
code { font: 0.9em/1.5 ui-monospace, SFMono-Regular, Menlo, monospace; overflow-wrap: anywhere }
pre { margin: 0 0 16px; padding: 16px; overflow: auto; max-height: 480px; background: var(--sunken); border: 1px solid var(--hairline); border-radius: 10px; line-height: 20px }
pre code { font-size: 13px; overflow-wrap: normal }
p.headers code { white-space: nowrap }
.scroll { overflow-x: auto }
table { width: 100%; border-collapse: collapse; margin: 16px 0; font-size: 14px; line-height: 20px; font-variant-numeric: tabular-nums }
caption { text-align: left; font-weight: 600; padding: 8px 0 }
th, td { text-align: left; vertical-align: top; padding: 9px 16px 9px 0; border-bottom: 1px solid var(--hairline); font-weight: 400 }
thead th { color: var(--muted); font-size: 12px; line-height: 16px }
tbody th { min-width: 180px }
th.figure, td.figure { text-align: right; padding-right: 40px }
.required { font-size: 12px; color: var(--accent); white-space: nowrap }
.rules { color: var(--muted) }
.prose { display: block; min-width: 200px }
.language { font-size: 12px; color: var(--muted); margin: 0 0 4px }
.notice { padding: 8px 16px; border-left: 2px solid var(--accent) }
summary { cursor: pointer; color: var(--accent); padding: 8px 0 }
:root:has(#language-curl:checked) .sample:not([data-language=curl], .either),
:root:has(#language-typescript:checked) .sample:not([data-language=typescript]),
:root:has(#language-python:checked) .sample:not([data-language=python]) { display: none }
@media (max-width: 800px) {
  header { position: static; flex-wrap: wrap; padding: 8px 16px }
  legend { float: none }
  .layout { display: block; padding: 0 16px }
  tbody th { min-width: 110px }
  nav { position: static; max-height: none; columns: 160px; border-bottom: 1px solid var(--hairline) }
}
@media print { nav, header, .skip { display: none } .layout { display: block } pre { max-height: none; white-space: pre-wrap } .sample { display: block !important } }
`);
