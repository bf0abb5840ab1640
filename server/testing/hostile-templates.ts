import fc from "fast-check";

const pieces = fc.constantFrom(
  ..."<div> </div> <p> <table> <tr> <td colspan=3> </table> <ul> <li> <b> <svg> <rect width=5 height=5> <style> </style> <!-- --> &amp; &# < > {{ }} {{name}} {{#each list}} {{/each}} {{{name}}}".split(
    " ",
  ),
  "<svg viewBox='0 0 1e9 1'><path d='M1 1e99a5 0 1 012-3T4,4zl",
  "'/></svg>",
  "<svg><linearGradient id=g x2=x><stop offset=9 stop-color=red></linearGradient><circle r=-1 cx=9% fill=url(#g) stroke-dasharray='1 0'>",
  "<svg width=1e9><text dx=1e400 font-size=0>t<tspan x=1 2 dy=-1e9em>",
  "<div style='background:repeating-linear-gradient(1e9deg,red -1e9px,transparent calc(1px*1e9)) 1e9px/1px;outline:9px dotted'>",
  "<div style='background:radial-gradient(circle 0px at 9e9% top,red 5%,2%,#0008 1%);border-radius:9px 0;height:9px'>",
  "<progress max=0 value=x><meter low=NaN><input type=range><select>",
  "<p style='float:left;width:40%'>",
  "<div style='display:flex;gap:9px'>",
  "<div style='display:grid;grid-template-columns:1fr 2fr'>",
  "<span style='position:absolute;top:-9px'>",
  "p{margin:-1em;transform:rotate(45deg)}",
  "@page{size:A5 landscape;@top-left{content:counter(page)}}",
  "* { display: inline-block; columns: 2 }",
);
/** Templates of valid and broken pieces of HTML, CSS and SVG, as parts to be joined. */
export const hostileTemplates = fc.oneof(
  fc.array(fc.oneof({ weight: 3, arbitrary: pieces }, fc.string({ unit: "binary" })), { maxLength: 40 }),
);
