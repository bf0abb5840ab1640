import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { accountClientId } from "@/server/kernel/http/client-id";
import { databaseKind } from "@/server/testing/stores";
import { createScene, type Scene } from "@/server/testing/scene";

describe("errors at the provider's own pages", () => {
  let rig: Scene;
  beforeAll(async () => void (rig = await createScene(databaseKind, { overHttp: true })));
  afterAll(() => rig.close());

  const shown = async (path: string, language: string) => {
    const headers = { accept: "text/html,*/*;q=0.8", "accept-language": language };
    const answer = await fetch(`${rig.baseUrl}${path}`, { headers });
    return { status: answer.status, page: await answer.text() };
  };

  it.each([
    ["/authorize?client_id=nobody", "en", "This sign-in cannot go on", "try again"],
    ["/authorize?client_id=nobody", "de", "Diese Anmeldung kann nicht fortgesetzt werden", "noch einmal"],
    ["/end_session?client_id=nobody", "en", "This sign-out cannot go on", "You may still be signed in"],
    [
      "/end_session?id_token_hint=nothing",
      "de",
      "Diese Abmeldung kann nicht fortgesetzt werden",
      "Möglicherweise sind Sie noch angemeldet",
    ],
  ])("have the status and text of their cause: %s in %s", async (path, language, title, advice) => {
    const { status, page } = await shown(path, language);
    expect(status).toBe(400);
    expect(page).toContain(`<h1>${title}</h1>`);
    expect(page).toContain(advice);
  });

  it("states the reason in the reader's language if a user can see it", async () => {
    const { page } = await shown("/authorize?client_id=nobody", "de");
    expect(page).toContain("<p>Diese App gibt es nicht, oder sie ist nicht mehr in Gebrauch.</p>");
    // The exact error for the developer of the app.
    expect(page).toContain('lang="en" class="exactly">client is invalid</p>');
  });

  it("shows the organization's branding after signing out of its account page, and the link to sign in again", async () => {
    const cookies = new Map<string, string>();
    const open = async (path: string, init: RequestInit = {}) => {
      const answer = await fetch(new URL(path, rig.baseUrl), {
        ...init,
        redirect: "manual",
        headers: { cookie: [...cookies].map((pair) => pair.join("=")).join("; ") },
      });
      for (const set of answer.headers.getSetCookie()) {
        const [, name, value] = /^([^=]+)=([^;]*)/.exec(set)!;
        cookies.set(name!, value!);
      }
      return answer;
    };
    const { tenantId, slug } = await rig.world.tenant();
    const asked = await open(`/end_session?client_id=${accountClientId(tenantId)}`);
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(await asked.text())![1]!;
    const body = new URLSearchParams({ xsrf, logout: "yes" });
    const done = await open("/end_session/confirm", { method: "POST", body });
    expect(done.status).toBe(303);
    const page = await (await open(done.headers.get("location")!)).text();
    expect(page).toContain("<h1>You are signed out</h1>");
    expect(page).toContain(`/account/${slug}">Sign in again</a>`);
    expect(page).not.toContain(">Castellan</p>");
  });

  it("finds the organization of a sign-in that has expired or belongs to another browser", async () => {
    const { app, tenantId } = await rig.addTenant();
    const { at } = await rig.browser().authorize(app);
    const uid = new URL(at).pathname.split("/")[2]!;
    const { interactions } = rig.auth.main;
    const organization = await rig.auth.appearance(tenantId);
    expect(await interactions.brandOfLost(uid)).toEqual(organization);
    const { sql } = rig.world.database;
    await sql`update oidc_payloads set expires_at = now() - interval '1 minute' where model = 'Interaction'`;
    expect(await interactions.brandOfLost(uid)).toEqual(organization);
    expect(await interactions.brandOfLost("never-begun")).toBeNull();
  });
});
