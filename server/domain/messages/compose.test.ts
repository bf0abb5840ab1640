import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { noBranding, type Appearance } from "../tenant-config/tenant-config.schema";
import { composeMail, composeText, headerText } from "./compose";
import { localeOf } from "./queue";
import { locales } from "@/server/kernel/strings/languages";
import { templates, type Template, type TemplateData } from "./templates";

const surfaces = { email: true, error: true, consent: true, account: true, apiHeader: true, webhook: true };
const appearance: Appearance = { ...noBranding, name: "Acme", poweredBy: surfaces };
const url = "https://castellan.example/join/acme?token=abc&x=1";

const examples: { [T in Template]: TemplateData<T>[] } = {
  email_code: [
    { code: "123456", minutes: 10, app: "Ledger" },
    { code: "123456", minutes: 1, app: null },
  ],
  sms_code: [{ code: "123456" }],
  magic_link: [
    { url, minutes: 10, app: "Ledger", number: "42" },
    { url, minutes: 1 },
  ],
  password_reset: [{ url, minutes: 30 }],
  email_verification: [{ url, hours: 24 }],
  email_change: [{ url, hours: 24 }],
  email_change_taken: [{}],
  email_change_asked: [{}],
  email_changed: [{}],
  phone_code: [{ code: "123456" }],
  factor_code: [{ code: "123456", minutes: 10 }],
  phone_changed: [{ removed: false }, { removed: true }],
  invitation: [
    { url, inviter: "Grace Hopper", days: 7 },
    { url, days: 1 },
  ],
  new_device: [{ device: "Firefox on Linux", place: "Berlin, Germany", time: "2026-03-14T09:26:53.000Z" }],
  password_changed: [{}],
  factor_changed: [
    { change: "removed", kind: "webauthn", label: "Laptop" },
    { change: "added", kind: "totp" },
    {},
  ],
  administrator_made: [
    { password: true, factors: ["webauthn", "webauthn", "totp"] },
    { password: true, factors: [] },
    { password: false, factors: ["webauthn"], ended: true },
  ],
  security_alert: [{ summary: "Many failed sign-ins from one address.", url }],
  mfa_reset_decided: [{ approved: true }, { approved: false }],
  second_factor_reset: [{ who: "Grace Hopper" }],
  second_factor_lost: [{ who: "ada@acme.example", url }],
  act_as_request: [{ who: "Grace Hopper", reason: "Ticket 12", url }],
  account_locked: [
    { cause: "risk", until: null },
    { cause: "guesses", until: "2026-03-14T09:26:53.000Z" },
    { cause: "guesses", until: "2026-03-14T09:26:53.000Z", firm: true },
  ],
};
const cases = locales.flatMap((locale) =>
  (Object.keys(templates) as Template[]).flatMap((template) =>
    examples[template].map((data) => [locale, template, data] as const),
  ),
);

describe("the text of messages", () => {
  it.each(cases)("%s %s is complete", (locale, template, data) => {
    const mail = composeMail(template, data, locale, appearance);
    const texts = [mail.subject, mail.html, mail.text, composeText(template, data, locale, appearance)];
    for (const text of texts) {
      expect(text.length).toBeGreaterThan(10);
      expect(text).not.toMatch(/undefined|null|NaN|\[object/);
    }
    expect(mail.html).toContain(`<html lang="${locale}">`);
    for (const [name, value] of Object.entries(data as Record<string, unknown>)) {
      // The mail shows times and enumerated values in another form than the data.
      if (typeof value !== "string" || ["time", "until", "change", "cause", "kind"].includes(name)) continue;
      expect(mail.text + mail.subject).toContain(value);
    }
  });

  it("keeps a text message with a code within one part", () => {
    for (const locale of locales)
      for (const template of ["sms_code", "phone_code"] as const)
        expect(composeText(template, { code: "123456" }, locale, appearance).length).toBeLessThan(160);
  });

  it("omits powered-by if the organization disabled it", () => {
    const bare = { ...appearance, poweredBy: { ...surfaces, email: false } };
    expect(composeMail("password_changed", {}, "en", appearance).text).toContain("Powered by");
    const { text, html } = composeMail("password_changed", {}, "en", bare);
    expect(text + html).not.toContain("Powered by");
  });

  it("inserts user input as text, and in one line in a header", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string(), (who, reason) => {
        const hostile = `<script>${who}\r\nBcc: eve@example.com\u202e`;
        const { subject, html } = composeMail("act_as_request", { who: hostile, reason, url }, "en", {
          ...appearance,
          brandName: hostile,
        });
        expect(subject).not.toMatch(/[\r\n\p{Cc}\u2028\u202e]/u);
        expect(html).not.toContain("<script");
      }),
    );
    expect(headerText("a\r\n\tb")).toBe("a b");
  });

  it("reads a user's language from the directory's attributes", () => {
    const of = (scimAttributes: Record<string, unknown> | null) => localeOf({ scimAttributes });
    expect(of({ preferredLanguage: "de-AT", locale: "en" })).toBe("de");
    expect(of({ preferredLanguage: "fr", locale: "en_GB" })).toBe("en");
    expect(of({ preferredLanguage: 3 })).toBeNull();
    expect(of(null)).toBeNull();
  });
});
