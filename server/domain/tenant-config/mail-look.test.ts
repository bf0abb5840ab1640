import { describe, expect, it } from "vitest";
import { mailHtml } from "./mail-look.schema";
import { noBranding, type Appearance } from "./tenant-config.schema";

const surfaces = { email: true, error: true, consent: true, account: true, apiHeader: true, webhook: true };
const appearance: Appearance = { ...noBranding, name: "Acme", poweredBy: surfaces };
const content = { title: "A new sign-in", paragraphs: ["Somebody signed in."] };

describe("the look of mails", () => {
  it("inserts texts of people and organizations as text, never as markup", () => {
    const html = mailHtml(
      { ...appearance, brandName: `<script>"&'`, brandLogoUrl: `https://a.example/"><b>` },
      { title: "<i>", paragraphs: ["<u>"], action: { label: "<s>", href: `https://a.example/?"><em>` } },
    );
    for (const tag of ["<script", "<i>", "<u>", "<s>", "<b>", "<em>"]) expect(html).not.toContain(tag);
    expect(html).toContain("&lt;script&gt;&quot;&amp;&#39;");
  });

  it("shows the brand's name in place of the organization's, and its colour", () => {
    expect(mailHtml(appearance, content)).toContain(">Acme</p>");
    const branded = mailHtml(
      { ...appearance, brandName: "Acme Cloud", brandColor: "#ffee00" },
      {
        ...content,
        action: { label: "Have a look", href: "https://a.example/" },
      },
    );
    expect(branded).toContain(">Acme Cloud</p>");
    expect(branded).toContain("background:#ffee00;color:#000000");
  });

  it("shows powered-by if the organization enabled it", () => {
    expect(mailHtml(appearance, content)).toContain("Powered by");
    expect(mailHtml({ ...appearance, poweredBy: { ...surfaces, email: false } }, content)).not.toContain(
      "Powered by",
    );
  });
});
