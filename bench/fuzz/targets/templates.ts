import { TemplateError } from "@/server/pdf/errors";
import { render } from "@/server/pdf/render";
import { check, refusingLater, type Target } from "./target";

const data = {
  name: "Ada <b>",
  list: [1, 2, { a: "x" }],
  nested: { deep: { a: 1 } },
  none: null,
  when: "2026-03-14",
  html: "<i>x</i>",
};

/** Templates: HTML with placeholders, style sheets and drawings, from filling to the PDF. */
export const target: Target = {
  words: [
    "{{name}}",
    "{{{html}}}",
    "{{#each list}}",
    "{{/each}}",
    "{{#if none}}",
    "{{else}}",
    "{{/if}}",
    "{{../name}}",
    "{{this}}",
    "{{constructor}}",
    "{{__proto__.x}}",
    "{{lookup list 0}}",
    "<p>",
    "</p>",
    "<table><tr><td>",
    "<svg>",
    "<style>",
    "</style>",
    "<img src='data:image/png;base64,",
    "display:grid;",
    "float:left;",
    "position:absolute;",
    "width:1e30px;",
    "calc(1px*",
    ")",
    "@page{size:A4}",
    "@media print{",
    "}",
    ":has(",
    "content:counter(page);",
    "<!--",
    "&#x10ffff;",
    "<path d='M0 0",
    "10mm",
    "%",
  ],
  longest: 3_000,
  // The server renders in a thread with a time limit. This target only checks that rendering ends.
  limitMs: 5_000,
  run: async (input) => {
    const rendered = await refusingLater(
      () => render({ template: input, data, options: {}, trusted: true }),
      TemplateError,
    );
    if (rendered === null) return;
    check(Buffer.from(rendered.pdf.subarray(0, 5)).toString() === "%PDF-", "a PDF");
  },
};
