import { createLocalJWKSet, importJWK } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createParties, ISSUER, type Parties } from "@/server/testing/relying-party";
import { databaseKinds } from "@/server/testing/stores";

/*
 * The plan "Config" of the OpenID Foundation, and the modules about discovery of its logout plans. Each title starts with the name of
 * the module. docs/openid-conformance.md lists all modules.
 */

/** Metadata of OpenID Connect Discovery, RFC 8414, and their extensions, as registered with IANA. */
const REGISTERED = [
  "acr_values_supported",
  "authorization_endpoint",
  "authorization_response_iss_parameter_supported",
  "authorization_signing_alg_values_supported",
  "backchannel_logout_session_supported",
  "backchannel_logout_supported",
  "claim_types_supported",
  "claims_parameter_supported",
  "claims_supported",
  "code_challenge_methods_supported",
  "device_authorization_endpoint",
  "dpop_signing_alg_values_supported",
  "end_session_endpoint",
  "grant_types_supported",
  "id_token_signing_alg_values_supported",
  "introspection_endpoint",
  "introspection_signing_alg_values_supported",
  "issuer",
  "jwks_uri",
  "pushed_authorization_request_endpoint",
  "request_object_signing_alg_values_supported",
  "request_parameter_supported",
  "request_uri_parameter_supported",
  "response_modes_supported",
  "response_types_supported",
  "revocation_endpoint",
  "scopes_supported",
  "subject_types_supported",
  "token_endpoint",
  "token_endpoint_auth_methods_supported",
  "token_endpoint_auth_signing_alg_values_supported",
  "ui_locales_supported",
  "userinfo_endpoint",
];

describe.each(databaseKinds)("conformance: discovery, on %s", (kind) => {
  let parties: Parties;
  let metadata: Record<string, unknown>;
  beforeAll(async () => {
    parties = await createParties(kind);
    ({ metadata } = parties);
  });
  afterAll(() => parties.close());

  const secure = (name: string) => {
    const address = new URL(metadata[name] as string);
    expect(address.protocol, name).toBe("https:");
    expect(address.href.startsWith(`${ISSUER}/`), name).toBe(true);
  };
  const endpoints = () => Object.keys(metadata).filter((name) => name.endsWith("_endpoint"));

  it("oidcc-discovery-endpoint-verification: discovery has the required content", async () => {
    const address = `${ISSUER}/.well-known/openid-configuration`;
    const { status, headers } = await parties.send(new Request(address));
    expect(status).toBe(200);
    expect(headers.get("content-type")).toMatch(/^application\/json\b/);
    expect(metadata["issuer"]).toBe(ISSUER);
    expect(new URL(ISSUER)).toMatchObject({ search: "", hash: "" });

    for (const name of ["authorization_endpoint", "token_endpoint", "userinfo_endpoint", "jwks_uri"])
      secure(name);
    for (const name of endpoints()) secure(name);

    const lists = Object.entries(metadata).filter(([name]) => /_supported$/.test(name));
    for (const [name, value] of lists) {
      if (typeof value === "boolean") continue;
      expect(value, name).toEqual(expect.any(Array));
      expect(new Set(value as string[]).size, name).toBe((value as string[]).length);
      expect(value, name).not.toEqual([]);
    }
    expect(metadata["response_types_supported"]).toContain("code");
    expect(metadata["subject_types_supported"]).toContain("public");
    expect(metadata["id_token_signing_alg_values_supported"]).toContain("RS256");
    expect(metadata["request_object_signing_alg_values_supported"]).toContain("RS256");
    expect(metadata["grant_types_supported"]).toContain("authorization_code");
    expect(metadata["scopes_supported"]).toContain("openid");
    // RFC 6749 §3.3: the characters of a scope.
    for (const scope of metadata["scopes_supported"] as string[])
      expect(scope).toMatch(/^[\x21\x23-\x5b\x5d-\x7e]+$/);
    const locales = metadata["ui_locales_supported"] as string[];
    expect(Intl.getCanonicalLocales(locales)).toEqual(locales);
    expect(Object.keys(metadata).filter((name) => !REGISTERED.includes(name))).toEqual([]);
  });

  it("oidcc-discovery-endpoint-verification: the keys are public, distinct and usable", async () => {
    const { keys } = parties.jwks;
    expect(keys).not.toEqual([]);
    const kids = keys.map(({ kid }) => kid);
    expect(kids).not.toContain(undefined);
    expect(new Set(kids).size).toBe(keys.length);
    for (const { kid, ...key } of keys) {
      for (const secret of ["d", "p", "q", "dp", "dq", "qi", "oth", "k"])
        expect(key, kid).not.toHaveProperty(secret);
      await importJWK(key);
    }
    const get = createLocalJWKSet(parties.jwks);
    for (const alg of metadata["id_token_signing_alg_values_supported"] as string[])
      expect(await get({ alg, kid: keys.find((key) => key.alg === alg)!.kid! })).toBeDefined();
  });

  it("oidcc-rp-initiated-logout-discovery-endpoint-verification: has the endpoint of the sign-out", () => {
    secure("end_session_endpoint");
    for (const name of endpoints()) secure(name);
  });

  it("oidcc-backchannel-logout-discovery-endpoint-verification: sends logout tokens, with sid", () => {
    secure("end_session_endpoint");
    for (const name of endpoints()) secure(name);
    expect(metadata).toMatchObject({
      backchannel_logout_supported: true,
      backchannel_logout_session_supported: true,
    });
  });
});
