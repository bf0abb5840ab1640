/** What browsers do without a style sheet (HTML Living Standard, Rendering), as far as it shows on paper. */
export const defaults = `
html, body, div, section, article, header, footer, main, nav, aside, address, figure, figcaption, form, fieldset, p, h1, h2, h3,
h4, h5, h6, ul, ol, li, dl, dt, dd, blockquote, pre, hr, table, caption, center, details, summary { display: block }
head, script, style, title, meta, link, template, noscript, iframe, object, video, audio, input, select, textarea { display: none }
table { display: table } thead, tbody, tfoot { display: table-row-group } tr { display: table-row } td, th { display: table-cell }
body { margin: 0; font-size: 12pt; line-height: 1.25 }
h1 { font-size: 2em; font-weight: bold; margin: 0.67em 0 } h2 { font-size: 1.5em; font-weight: bold; margin: 0.83em 0 }
h3 { font-size: 1.17em; font-weight: bold; margin: 1em 0 } h4 { font-weight: bold; margin: 1.33em 0 }
h5 { font-size: 0.83em; font-weight: bold; margin: 1.67em 0 } h6 { font-size: 0.67em; font-weight: bold; margin: 2.33em 0 }
p, blockquote, figure, dl, ul, ol, pre { margin: 1em 0 } blockquote, figure { margin-left: 30pt; margin-right: 30pt }
ul, ol { padding-left: 30pt } li ul, li ol { margin: 0 } dd { margin-left: 30pt }
b, strong, th { font-weight: bold } i, em, cite, dfn, var, address { font-style: italic } u, ins { text-decoration: underline }
s, strike, del { text-decoration: line-through } small { font-size: 0.83em } big { font-size: 1.2em }
code, kbd, samp, pre, tt { font-family: monospace } pre { white-space: pre } center, th, caption { text-align: center }
a { color: #0000ee; text-decoration: underline } mark { background-color: yellow } td, th { padding: 0.75pt }
hr { border-top: 0.75pt solid gray; margin: 6pt 0 } sub, sup { font-size: 0.75em }
`;
