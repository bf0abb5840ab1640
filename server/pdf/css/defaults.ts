/** Rules of the user agent style sheet that matter for print (HTML Living Standard, Rendering). */
export const defaults = `
html, body, div, section, article, header, footer, main, nav, aside, address, figure, figcaption, form, fieldset, p, h1, h2, h3,
h4, h5, h6, hgroup, ul, ol, dl, dt, dd, blockquote, pre, hr, center, details, summary, legend, search, dir, menu, optgroup { display: block }
li { display: list-item }
head, script, style, title, meta, link, base, template, noscript, iframe, object, embed, video, audio, canvas, datalist, dialog,
area, map, param, source, track, col, colgroup, rp, input[type=hidden] { display: none }
col { display: table-column } colgroup { display: table-column-group }
table { display: table; border-spacing: 2px; border-collapse: separate; box-sizing: border-box; text-indent: 0 }
caption { display: table-caption; text-align: center }
thead { display: table-header-group; vertical-align: middle } tbody { display: table-row-group; vertical-align: middle }
tfoot { display: table-footer-group; vertical-align: middle } tr { display: table-row; vertical-align: inherit }
td, th { display: table-cell; vertical-align: inherit; padding: 1px } th { font-weight: bold; text-align: -internal-center }
body { margin: 8px }
h1 { font-size: 2em; font-weight: bold; margin: 0.67em 0; break-after: avoid } h2 { font-size: 1.5em; font-weight: bold; margin: 0.83em 0; break-after: avoid }
h3 { font-size: 1.17em; font-weight: bold; margin: 1em 0; break-after: avoid } h4 { font-weight: bold; margin: 1.33em 0; break-after: avoid }
h5 { font-size: 0.83em; font-weight: bold; margin: 1.67em 0; break-after: avoid } h6 { font-size: 0.67em; font-weight: bold; margin: 2.33em 0; break-after: avoid }
p, dl, ul, ol, pre, dir, menu { margin: 1em 0 } blockquote, figure { margin: 1em 40px } dd { margin-inline-start: 40px }
ul, ol, dir, menu { padding-inline-start: 40px } ul, dir, menu { list-style-type: disc } ol { list-style-type: decimal }
ul ul, ol ul { list-style-type: circle } ul ul ul, ol ul ul, ul ol ul, ol ol ul { list-style-type: square }
ul ul, ul ol, ol ul, ol ol { margin-top: 0; margin-bottom: 0 }
[dir=rtl] { direction: rtl; unicode-bidi: isolate } [dir=ltr] { direction: ltr; unicode-bidi: isolate } bdo, bdo[dir] { unicode-bidi: isolate-override } [hidden] { display: none }
b, strong { font-weight: bold } i, em, cite, dfn, var, address { font-style: italic } u, ins { text-decoration: underline }
s, strike, del { text-decoration: line-through } small { font-size: smaller } big { font-size: larger }
code, kbd, samp, pre, tt { font-family: monospace } pre { white-space: pre }
center { text-align: -webkit-center } nobr { white-space: nowrap }
a[href] { color: #0000ee; text-decoration: underline } mark { background-color: yellow; color: black }
hr { border: 1px inset gray; margin: 0.5em auto; color: gray } sub { vertical-align: sub; font-size: smaller } sup { vertical-align: super; font-size: smaller }
fieldset { margin: 0 2px; padding: 0.35em 0.75em 0.625em; border: 2px solid #c0c0c0 } legend { padding: 0 2px }
q::before { content: "\\201c" } q::after { content: "\\201d" }
img, svg { overflow: hidden }
input, button, select, textarea { display: inline-block; font-family: sans-serif; font-size: 13.333px; font-weight: normal; font-style: normal; line-height: normal; text-transform: none; text-indent: 0; letter-spacing: normal; padding: 2px 3px; border: 1px solid #767676; border-radius: 2px; color: black; background-color: white; text-align: start }
input { width: 12.825em; white-space: pre } textarea { width: 12.825em; min-height: 2.26em; font-family: monospace; font-size: 13.333px; white-space: pre-wrap; padding: 2px }
button, input[type=button i], input[type=submit i], input[type=reset i] { width: auto; background-color: #efefef; padding: 2px 7px; text-align: center; border-radius: 3px } button { white-space: inherit }
select { padding: 1px 3px; white-space: pre } input[type=date i] { width: 8.6em }
input[type=checkbox i], input[type=radio i] { width: 13px; height: 13px; margin: 3px 3px 3px 4px; vertical-align: -3px } input[type=radio i] { margin: 3px 3px 0 5px; vertical-align: baseline }
input[type=range i] { width: 129px; height: 16px; margin: 2px } input[type=color i] { width: 44px; height: 23px }
progress, meter { display: inline-block; width: 10em; height: 1em; vertical-align: -0.2em } meter { width: 5em } rt { font-size: 0.5em }
wbr::before { content: "\\200b" }
`;

/** Additional rules for documents in quirks mode (Quirks Mode Standard). */
export const quirks = `
table { font-weight: normal; font-size: medium; font-style: normal; line-height: normal; white-space: normal; text-align: start }
`;
