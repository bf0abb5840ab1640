import { describe, expect, it } from "vitest";
import { claimPresets } from "@/server/domain/app-claims/presets.schema";
import { guideGroups, redirectOf, type Guide, type GuideGroup, type GuideValues } from "./guide";
import { guides } from "./guides";

const URIS = ["https://app.acme.example/callback"];

type Kind = Guide["kinds"][number];

/** Returns the values of an example app for a guide. */
const valuesOf = (guide: Guide, kind: Kind, more: Partial<GuideValues> = {}): GuideValues => {
  const { redirectUri, appUrl } = redirectOf(guide, URIS);
  return {
    clientId: "YOUR_CLIENT_ID",
    isPublic: kind === "public",
    redirectUri,
    appUrl,
    signingAlgorithm: "RS256",
    baseUrl: "https://login.acme.example",
    ...more,
  };
};

const cases = guides.flatMap((guide) => guide.kinds.map((kind) => ({ guide, kind, id: guide.id })));

const count = (text: string, part: string | RegExp) => text.split(part).length - 1;

describe("the guides", () => {
  it("have an id of their own each", () => {
    const ids = guides.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    // Addresses with these ids were published before the other guides existed.
    expect(ids).toEqual(expect.arrayContaining(["curl", "node", "next", "python"]));
  });

  it.each(cases)("contain the values of the app: $id, $kind", ({ guide, kind }) => {
    const values = valuesOf(guide, kind);
    const text = guide.code(values);
    expect(text).toContain(values.clientId);
    expect(text).toContain(values.baseUrl);
    for (const scope of guide.scope.split(" ")) expect(text).toContain(scope);
    // The code for Node passes no client metadata: a line with undefined.
    expect(text).not.toMatch(/undefined(?!,\n)|\[object|\$\{(?!CLIENT_SECRET\})|<your|TODO/);
    // The name of a version has a digit in one of the first three lines.
    expect(text.split("\n").slice(0, 3).join("\n")).toMatch(/\d/);
  });

  it.each(cases)("mention a secret only for an app that has one: $id, $kind", ({ guide, kind }) => {
    const text = guide.code(valuesOf(guide, kind));
    if (kind === "public") expect(text).not.toMatch(/CLIENT_SECRET|client.?secret/i);
    else expect(text).toMatch(/CLIENT_SECRET|oidc\.castellan\.clientSecret/);
  });

  it.each(cases)("have balanced quotation marks and brackets: $id, $kind", ({ guide, kind }) => {
    // Comments may contain apostrophes.
    const lines = guide
      .code(valuesOf(guide, kind))
      .split("\n")
      .filter((line) => !/^\s*(?:#|\/\/|;)/.test(line));
    for (const line of lines) expect(count(line, /(?<!\\)"/) % 2, line).toBe(0);
    const text = lines.join("\n");
    expect(count(text, "'") % 2).toBe(0);
    for (const [open, close] of ["()", "[]", "{}"] as const)
      expect(count(text, open!), open).toBe(count(text, close!));
  });

  it("tell libraries that this server has no TLS", () => {
    const insecure = { baseUrl: "http://localhost:3000" };
    const text = (id: string) => {
      const guide = guides.find((one) => one.id === id)!;
      return guide.code(valuesOf(guide, guide.kinds[0]!, insecure));
    };
    expect(text("aspnet")).toContain("RequireHttpsMetadata = false");
    expect(text("kubernetes")).toContain("accepts only an issuer with https");
  });
});

describe("the redirect URI of a guide", () => {
  const path = { callback: "/login/generic_oauth" };

  it("is the app's own if the guide has no path", () => {
    expect(redirectOf({ callback: null }, URIS)).toMatchObject({ redirectUri: URIS[0], isRegistered: true });
    expect(redirectOf({ callback: null }, [])).toMatchObject({ isRegistered: false });
  });

  it("is the path below the app's host", () => {
    expect(redirectOf(path, URIS)).toEqual({
      redirectUri: "https://app.acme.example/login/generic_oauth",
      appUrl: "https://app.acme.example",
      isRegistered: false,
    });
  });

  it("is a registered one with the path, also below a folder", () => {
    const folder = "https://acme.example/grafana/login/generic_oauth";
    expect(redirectOf(path, [...URIS, folder])).toEqual({
      redirectUri: folder,
      appUrl: "https://acme.example/grafana",
      isRegistered: true,
    });
  });

  it("has no host of an app with its own scheme", () => {
    expect(redirectOf(path, ["com.acme.app:/login/generic_oauth"])).toMatchObject({
      appUrl: "https://your-app.example",
      isRegistered: false,
    });
  });

  it("on the user's device has any port", () => {
    const device = { callback: "http://127.0.0.1:8000/callback" };
    expect(redirectOf(device, ["http://127.0.0.1/callback"]).isRegistered).toBe(true);
    expect(redirectOf(device, ["http://127.0.0.1/other"]).isRegistered).toBe(false);
  });
});

const groupNames: Record<GuideGroup, string> = {
  tools: "Tools",
  web: "Web apps",
  spa: "Single-page apps",
  products: "Products and gateways",
};

const kindNames: Record<Kind, string> = { confidential: "confidential", public: "public" };

/** Returns the section of docs/guides.md for a guide. */
function sectionOf(guide: Guide) {
  const [kind] = guide.kinds;
  const { redirectUri } = redirectOf(guide, URIS);
  const facts = [
    `Kind of app: ${guide.kinds.map((one) => kindNames[one]).join(" or ")}`,
    guide.callback === null
      ? "redirect URI: any of the app, here the primary one"
      : `redirect URI: \`${guide.callback.startsWith("/") ? `…${guide.callback}` : guide.callback}\``,
    ...(guide.preset === null ? [] : [`claims preset: ${claimPresets[guide.preset].name}`]),
    ...(guide.algorithms === null ? [] : [`signatures: ${guide.algorithms.join(", ")}`]),
  ];
  const text = guide.code(valuesOf(guide, kind!, { redirectUri }));
  return `### ${guide.label}\n\n${facts.join("; ")}.\n\n\`\`\`${guide.syntax}\n${text}\n\`\`\`\n`;
}

/** Compares docs/guides.md with the guides. `npx vitest run quick-start/guides -u` writes docs/guides.md. */
it("docs/guides.md contains every guide", async () => {
  const groups = guideGroups.map((group) => {
    const members = guides.filter((guide) => guide.group === group);
    return [`## ${groupNames[group]}\n`, ...members.map(sectionOf)].join("\n");
  });
  const page = `# Guides for libraries and products

This page shows how to connect well-known libraries and products to Castellan. It is for developers and administrators of apps. The tab
**Quick start** of an app in the console shows the same guides with the values of the app, for apps of its kind.

Replace \`YOUR_CLIENT_ID\`, the issuer \`https://login.acme.example\` and the app's address \`https://app.acme.example\`. The client secret is
never in the text: it is read from the environment variable \`CLIENT_SECRET\`, or from where the comment says. All guides use the
authorization code with PKCE. Each names the version that it was written for. "Signatures" lists the algorithms that the library
verifies, if it does not verify all that an app can have ([openid.md](openid.md#signatures)). A claims preset is applied under **Claims** of the
app ([openid.md](openid.md#claims-without-code)).

${groups.join("\n")}
The guides are in \`app/(console)/[tenant]/apps/[appId]/quick-start/guides\`. \`npx vitest run quick-start/guides -u\` writes this page.
`;
  await expect(page).toMatchFileSnapshot("../../../../../../../docs/guides.md");
});
