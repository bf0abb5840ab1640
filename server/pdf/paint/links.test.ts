import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import { describe, expect, it } from "vitest";
import { render } from "../render";

const opened = async (template: string) => {
  const { pdf } = await render({ template, data: {}, options: {} });
  const document = await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise;
  return { pdf: Buffer.from(pdf).toString("latin1"), document };
};

describe("document information", () => {
  it.each([
    ["https://example.com/a?b=c&d=%20", "https://example.com/a?b=c&d=%20"],
    ["https://example.com/größe?q=ü", "https://example.com/gr%C3%B6%C3%9Fe?q=%C3%BC"],
    ["https://müller.example/", "https://xn--mller-kva.example/"],
    ["mailto:jürgen@example.com", "mailto:j%C3%BCrgen@example.com"],
    ["https://[/ä b", "https://[/%C3%A4%20b"],
  ])("encodes the link to %s as ASCII", async (href, written) => {
    const { pdf } = await opened(`<a href="${href}">x</a>`);
    expect(pdf).toContain(`/URI (${written})`);
  });

  it("contains author, subject and keywords", async () => {
    const { document } = await opened(
      `<title>Offer</title><meta name="Author" content="Ann Grün"><meta name="description" content="An offer"><meta name=keywords content="tea, cups"><meta name=viewport content=x>`,
    );
    const { info } = await document.getMetadata();
    expect(info).toMatchObject({
      Title: "Offer",
      Author: "Ann Grün",
      Subject: "An offer",
      Keywords: "tea, cups",
    });
  });

  it("a document in DejaVu Sans uses that font", async () => {
    const { pdf } = await opened(
      `<p style="font-family: 'DejaVu Sans', sans-serif">x<p style="font-family: Verdana">y`,
    );
    expect(pdf).toMatch(/FontName \/[A-Z]+\+DejaVuSans\b/);
    expect(pdf).toMatch(/FontName \/[A-Z]+\+Arimo/);
  });
});
