import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GITHUB_ISSUER } from "@/server/domain/federation/oidc/presets.schema";
import { OidcSettings } from "@/server/domain/federation/oidc/oidc.schema";
import { createGuardedRequest, type GuardedRequest } from "@/server/ports/guarded-fetch";
import { anotherProvider, browseTo } from "@/server/testing/oidc-provider";
import { beginOidc, configurationFor, createConfigure, finishOidc, type OidcKept } from "./oidc";
import type { Reach } from "../protocol";
import { createTryProvider } from "../protocols";
import { textIn } from "../../../kernel/texts/text";

const redirectUri = "https://castellan.example/federation/acme/oidc/1/callback";
const limits = { timeoutMs: 5_000, maxBytes: 1_000_000 };

describe("an OpenID Connect provider with a third-party library", () => {
  let provider: Awaited<ReturnType<typeof anotherProvider>>;
  let settings: OidcSettings;
  const reach: Reach = {
    request: createGuardedRequest({ ...limits, allowPrivate: true }),
    allowPrivate: true,
  };
  const configure = createConfigure(reach);
  beforeAll(async () => {
    provider = await anotherProvider(redirectUri);
    settings = OidcSettings.parse({ issuer: provider.issuer, clientId: "castellan" });
  });
  afterAll(() => provider.close());

  const begin = async () =>
    beginOidc(await configure(settings, "s/ecret", "1"), settings, redirectUri, "the-state");
  const finish = async (url: URL, kept: OidcKept, { state = "the-state", secret = "s/ecret" } = {}) =>
    finishOidc(await configure(settings, secret, "1"), settings, url, kept, state);

  it("is requested for a code with PKCE, state and nonce", async () => {
    const { location, kept } = await begin();
    const { searchParams } = new URL(location);
    expect(Object.fromEntries(searchParams)).toMatchObject({
      response_type: "code",
      client_id: "castellan",
      redirect_uri: redirectUri,
      scope: "openid email profile",
      state: "the-state",
      nonce: kept.nonce,
      code_challenge_method: "S256",
    });
    expect(searchParams.get("code_challenge")).not.toBe(kept.verifier);
  });

  it("vouches for a user, with the claims of userinfo", async () => {
    const { location, kept } = await begin();
    expect(await finish(await browseTo(location, redirectUri), kept)).toMatchObject({
      subject: "ada",
      email: "ada@example.org",
      emailVerified: true,
      name: "Ada Lovelace",
    });
  });

  it("is refused if any part of the answer belongs to another sign-in", async () => {
    const tampered = async (change: (url: URL) => void, keep: object = {}, state = "the-state") => {
      const { location, kept } = await begin();
      const url = await browseTo(location, redirectUri);
      change(url);
      return finish(url, { ...kept, ...keep }, { state });
    };
    const none = () => {};
    await expect(tampered(none, {}, "another-state")).rejects.toThrow(/state/);
    await expect(tampered(none, { nonce: "another" })).rejects.toThrow(/nonce/);
    await expect(tampered(none, { verifier: "a".repeat(43) })).rejects.toThrow(/not taken/);
    // RFC 9207: the answer names its issuer. Without it, another provider's code could be injected.
    await expect(tampered((url) => url.searchParams.set("iss", "https://evil.example"))).rejects.toThrow(
      /iss/,
    );
    await expect(tampered((url) => url.searchParams.delete("iss"))).rejects.toThrow(/iss/);
    await expect(tampered((url) => url.searchParams.set("code", "x"))).rejects.toThrow();
    await expect(tampered((url) => url.searchParams.append("code", "x"))).rejects.toThrow();
    await expect(tampered((url) => url.searchParams.set("error", "access_denied"))).rejects.toThrow(
      /access_denied/,
    );
  });

  it("accepts a code once", async () => {
    const { location, kept } = await begin();
    const url = await browseTo(location, redirectUri);
    await finish(url, kept);
    await expect(finish(url, kept)).rejects.toThrow();
  });

  it("is refused with a wrong secret or another issuer", async () => {
    const { location, kept } = await begin();
    await expect(finish(await browseTo(location, redirectUri), kept, { secret: "wrong" })).rejects.toThrow();
    const other = { ...settings, issuer: provider.issuer.replace("127.0.0.1", "localhost") };
    await expect(configure(other, "s", "1")).rejects.toThrow(/issuer/);
  });

  it("is not reached in a private network, unless the operator allows it", async () => {
    const guarded = {
      request: createGuardedRequest({ ...limits, allowPrivate: false }),
      allowPrivate: false,
    };
    await expect(configurationFor(guarded, settings, null, "1")).rejects.toThrow();
    const inside = { ...settings, issuer: "https://localhost:1" };
    await expect(configurationFor(guarded, inside, null, "1")).rejects.toMatchObject({
      cause: expect.objectContaining({ message: expect.stringMatching(/private/) as string }) as Error,
    });
  });

  it("can be tested, with findings in words", async () => {
    const tryProvider = createTryProvider(reach);
    const configuration = { kind: "oidc" as const, settings };
    const { ok, findings } = await tryProvider(configuration, "s/ecret", "1");
    expect(ok).toBe(true);
    expect(textIn("en", findings[0]!)).toContain(provider.issuer);
    const gone = { ...configuration, settings: { ...settings, issuer: "http://127.0.0.1:1" } };
    expect(await tryProvider(gone, null, "1")).toMatchObject({ ok: false });
  });
});

describe("GitHub", () => {
  const settings = OidcSettings.parse({
    issuer: GITHUB_ISSUER,
    clientId: "abc",
    scopes: "read:user user:email",
  });
  const asked: string[] = [];
  const answers: Record<string, unknown> = {
    "https://github.com/login/oauth/access_token": { access_token: "gho", token_type: "bearer", scope: "" },
    "https://api.github.com/user": { id: 583231, login: "octocat", name: null },
    "https://api.github.com/user/emails": [
      { email: "other@example.org", primary: false, verified: true },
      { email: "octocat@example.org", primary: true, verified: true },
    ],
  };
  const request: GuardedRequest = (url) => {
    asked.push(url);
    return Promise.resolve({
      status: 200,
      headers: { "content-type": "application/json" },
      text: JSON.stringify(answers[url]),
    });
  };

  it("uses OAuth without OpenID Connect: the account is read from its API", async () => {
    const configuration = await configurationFor({ request, allowPrivate: false }, settings, "s", "1");
    const { location, kept } = await beginOidc(configuration, settings, redirectUri, "st");
    expect(location).toMatch(/^https:\/\/github\.com\/login\/oauth\/authorize\?/);
    expect(new URL(location).searchParams.get("code_challenge_method")).toBe("S256");
    const identity = await finishOidc(
      configuration,
      settings,
      new URL(`${redirectUri}?code=c&state=st`),
      kept,
      "st",
    );
    expect(identity).toMatchObject({
      subject: "583231",
      email: "octocat@example.org",
      emailVerified: true,
      name: "octocat",
      namesAsserted: false,
      userName: "octocat",
    });
    expect(asked).toEqual(Object.keys(answers));
    // Users choose the name themselves. The proof applies only to the address.
    answers["https://api.github.com/user"] = { id: 583231, login: "octocat", name: "ada@example.org" };
    const named = { ...settings, attributes: { ...settings.attributes, email: "name" } };
    const back = new URL(`${redirectUri}?code=c&state=st`);
    expect(await finishOidc(configuration, named, back, kept, "st")).toMatchObject({
      email: "ada@example.org",
      emailVerified: false,
      namesAsserted: true,
    });
    await expect(
      finishOidc(configuration, settings, new URL(`${redirectUri}?code=c&state=no`), kept, "st"),
    ).rejects.toThrow(/state/);
  });
});
